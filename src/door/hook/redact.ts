/** The fourth bundle of the hook: the rules, for texts in which one of their keywords occurs. */
export { redact } from "../../capture/redact/redact.js";
