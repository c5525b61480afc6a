/** The second bundle of the hook: what needs the database. */
export { answer } from "../../app/answer.js";
