/** The bundle that finds memories by their terms, loaded where another one has to search. */
export { recallForPrompt } from "../../app/recall/recall-for-prompt.js";
export { indexSome } from "../../store/memory-index.js";
