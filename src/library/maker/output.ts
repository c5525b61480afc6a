import type { Json } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { jsonOf } from "./json.js";

/** Texts and files as the output of a tool; `partsIn` finds them in it. */
export function outputOf(parts: readonly Part[]): Json {
  return jsonOf(parts);
}
