import { readAsset } from "../host/own-folder.js";
import { TABLE, tableEmbedder } from "./embedder/table.js";

/** The table that comes with Tidemark; loaded on first use. */
export const defaultEmbedder = tableEmbedder(() => readAsset(`${TABLE}.i8`));
