/** The bundle that needs the database: what the agent is told. */
export { answer } from "../../app/answer.js";
