/** The bundle that needs the database: what the agent is told, by itself and when it asks. */
export { answer } from "../../app/answer.js";
export { answerRecall } from "../../app/answer-recall.js";
