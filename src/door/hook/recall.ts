/** The bundle that searches: what an agent is told when it asks. */
export { answerRecall } from "../../app/recall/answer-recall.js";
