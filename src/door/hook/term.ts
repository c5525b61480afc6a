/** The bundle that finds the terms of memories, loaded where another one has to search. */
export { indexSome } from "../../store/sqlite/memory-index.js";
