import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { readEnd } from "../../host/file/foreign-file.js";
import { type Fields, fieldsOf, isFields, listOf } from "../payload/fields.js";
import { hear, processAt, wordsBeforeClosing } from "../payload/hear.js";
import { catOf, type Readers, recalling } from "../payload/recall.js";
import type { Wire } from "../payload/wire.js";
import type { Agent, Recalling } from "../port.js";
import { joinTexts, lastWordsIn, parseRow } from "../record/row.js";
import { configFolder } from "./folder.js";
import { readSignals } from "./hooks.js";

export const claude: Agent = {
  name: "claude",

  hear(payload, env) {
    // Copilot CLI runs a repository's Claude hooks too, and Cursor may. Their sessions are not Claude's.
    if (!isFields(payload) || env["COPILOT_CLI"] === "1" || payload["cursor_version"]) return undefined;
    return hear(payload, {
      signals: readSignals(payload),
      recalls: readRecall(payload),
      listens: ["start", "prompt"],
      process: () => processAt(Number(env["CLAUDE_PID"])),
    });
  },

  say(hook, text) {
    return JSON.stringify({ hookSpecificOutput: { hookEventName: hook, additionalContext: text } });
  },

  // Stop carries the closing message; only older versions and killed turns need the transcript.
  lastWords: (heard, env) => wordsBeforeClosing(heard, (path) => readLastWords(path, env)),
};

const READERS: Readers = { shell: "Bash", reader: "Read", paths: ["file_path"] };

function readRecall(wire: Wire): Recalling | undefined {
  if (wire.hook_event_name !== "PreToolUse") return undefined;
  // Allowed without asking: the call only reads one file of ours and keeps no argument that could do more.
  return recalling(wire.tool_name, wire.tool_input, READERS, ({ isCat, input }, file) => {
    const { offset, limit, description } = input;
    const updatedInput = isCat ? { command: catOf(file), description } : { file_path: file, offset, limit };
    const permissionDecision = "allow";
    return JSON.stringify({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, updatedInput },
    });
  });
}

// Rows hold whole API requests; the texts are near the end.
const MAX_TAIL_BYTES = 512 << 10;

/** The agent's texts since the last prompt, oldest first, from the end of its transcript. */
export function readLastWords(path: string, env: Env): readonly string[] {
  const root = join(configFolder(env, userHome(env)), "projects");
  const bytes = path.endsWith(".jsonl") ? readEnd(path, root, MAX_TAIL_BYTES) : undefined;
  return bytes === undefined ? [] : lastWords(bytes.toString("utf8"));
}

/** The first line of `text` may be cut. */
export function lastWords(text: string): readonly string[] {
  return lastWordsIn(text.split("\n"), (line) => {
    if (!line.includes('"type":"assistant"') && !line.includes('"type":"user"')) return "";
    const row = parseRow(line);
    if (row === undefined || row["isSidechain"] === true) return "";
    if (row["type"] === "user" && isPrompt(row)) return false;
    return row["type"] === "assistant" ? joinTexts(fieldsOf(row["message"])["content"], isText) : "";
  });
}

// Tool results and the output of hooks are user rows too.
function isPrompt(row: { readonly [name: string]: unknown }): boolean {
  if (row["isMeta"] === true) return false;
  const content = fieldsOf(row["message"])["content"];
  if (typeof content === "string") return true;
  return listOf(content).map(fieldsOf).some(isText);
}

function isText(part: Fields): boolean {
  return part["type"] === "text";
}
