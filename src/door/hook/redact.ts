/** The bundle with the rules, for texts in which one of their keywords occurs. */
export { readOwnPatterns } from "../../capture/redact/own.js";
export { redactor } from "../../capture/redact/redact.js";
