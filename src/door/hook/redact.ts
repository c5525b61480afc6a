/** The bundle with the rules, for texts in which one of their keywords occurs. */
export { redact } from "../../capture/redact/redact.js";
