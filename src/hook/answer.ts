/** The bundle for calls with an answer, and for identifying new folders. */
export { answer } from "../brief/answer.js";
export { identifyAndNote as identify } from "../capture/place/identify-project.js";
export { answerRecall } from "../recall/answer-recall.js";
