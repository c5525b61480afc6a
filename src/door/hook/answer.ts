/** The bundle that needs the database: what the agent is told by itself. */
export { answer } from "../../app/inject/answer.js";
