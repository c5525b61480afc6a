import { type Fields, textOf } from "../payload/fields.js";
import { catOf, type Readers, readQuestion, toldForReader } from "../payload/recall.js";
import type { Recalling } from "../port.js";
import { eventOf, type Wire } from "./wire.js";

const READER = "view";
const READERS: Readers = { shell: "bash", reader: READER, paths: ["path"] };

/** What is said to the model, with the name its tool for reading has there. */
export function worded(text: string): string {
  return toldForReader(text, READER);
}

/** Copilot CLI is about to read `.ai/recall/<query>`, by its own tool or by a plain `cat`. */
export function readRecall(wire: Wire): Recalling | undefined {
  if (eventOf(wire) !== "preToolUse") return undefined;
  const question = readQuestion(wire.toolName, wire.toolArgs, READERS);
  if (question === undefined) return undefined;
  const { query, isCat, input } = question;
  return { query, handOver: (file) => redirect(isCat ? catInput(input, file) : viewInput(input, file)) };
}

// Allowed without asking, because it is exactly this: one file of ours is read, and nothing of the call is taken over
// that could make it more.
function redirect(modifiedArgs: Fields): string {
  return JSON.stringify({ permissionDecision: "allow", modifiedArgs });
}

function viewInput({ view_range }: Fields, file: string): Fields {
  return { path: file, view_range };
}

function catInput({ description }: Fields, file: string): Fields {
  return { command: catOf(file), description: textOf(description) ?? "Ask the memory" };
}
