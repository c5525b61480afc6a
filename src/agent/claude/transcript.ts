import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { readEnd } from "../../host/foreign-file.js";
import { fieldsOf, listOf, textOf } from "../payload/fields.js";
import { parseRow } from "../record/row.js";
import { configFolder } from "./folder.js";

// A turn's record carries whole API requests; the words are near the end.
const TAIL = 512 << 10;
const MOST = 4;

/** What the agent said since the last prompt, oldest first, from the end of its transcript. */
export function readLastWords(path: string, env: Env): readonly string[] {
  const root = join(configFolder(env, userHome(env)), "projects");
  const bytes = path.endsWith(".jsonl") ? readEnd(path, root, TAIL) : undefined;
  return bytes === undefined ? [] : lastWords(bytes.toString("utf8"));
}

/** The same from the text of a transcript; its first line may be cut. */
export function lastWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const line of text.split("\n").reverse()) {
    // Most rows are none of ours and large: parse only what can matter.
    const isAssistant = line.includes('"type":"assistant"');
    if (!isAssistant && !line.includes('"type":"user"')) continue;
    const row = parseRow(line);
    if (row === undefined || row["isSidechain"] === true) continue;
    if (row["type"] === "user" && isPrompt(row)) break;
    if (row["type"] !== "assistant") continue;
    const said = textsOf(fieldsOf(row["message"])["content"]);
    if (said !== "") words.push(said);
    if (words.length >= MOST) break;
  }
  return words.reverse();
}

// A tool's result is also a row of the user's; so is what hooks, us included, put before the model.
function isPrompt(row: { readonly [name: string]: unknown }): boolean {
  if (row["isMeta"] === true) return false;
  const content = fieldsOf(row["message"])["content"];
  if (typeof content === "string") return true;
  return listOf(content).some((part) => fieldsOf(part)["type"] === "text");
}

function textsOf(content: unknown): string {
  if (typeof content === "string") return content.trim();
  return listOf(content)
    .map((part) => (fieldsOf(part)["type"] === "text" ? (textOf(fieldsOf(part)["text"]) ?? "") : ""))
    .join("\n")
    .trim();
}
