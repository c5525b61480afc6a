import { type Fields, textOf } from "../payload/fields.js";
import { catOf, type Readers, readQuestion, toldForReader } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import { eventOf, type Wire } from "./wire.js";

const READER = "view";
const READERS: Readers = { shell: "bash", reader: READER, paths: ["path"] };

/** Uses Copilot CLI's name for the reading tool. */
export function worded(text: string): string {
  return toldForReader(text, READER);
}

export function readRecall(wire: Wire): Recalling | undefined {
  if (eventOf(wire) !== "preToolUse") return undefined;
  const question = readQuestion(wire.toolName, wire.toolArgs, READERS);
  if (question === undefined) return undefined;
  const { query, isCat, input } = question;
  return { query, handOver: (file) => redirect(isCat ? catInput(input, file) : viewInput(input, file)) };
}

// Allowed without asking: the call only reads one file of ours and keeps no argument that could do more.
function redirect(modifiedArgs: Fields): string {
  return JSON.stringify({ permissionDecision: "allow", modifiedArgs });
}

function viewInput({ view_range }: Fields, file: string): Fields {
  return { path: file, view_range };
}

function catInput({ description }: Fields, file: string): Fields {
  return { command: catOf(file), description: textOf(description) ?? "Ask the memory" };
}
