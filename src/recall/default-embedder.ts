import { readAsset } from "../host/own-folder.js";
import { TABLE, tableEmbedder } from "./embedder/table.js";

/** The table that comes with Tidemark; read when it is first asked. */
export const defaultEmbedder = tableEmbedder(() => readAsset(`${TABLE}.i8`));
