import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { deadline, sleep } from "../../host/clock.js";
import { dataHome, type Env } from "../../host/env.js";
import { readPrivate, replacePrivate, secureFolder } from "../../host/file/folder.js";
import { readEnd } from "../../host/file/foreign-file.js";
import { awaitBeside, callerOf } from "../../host/process/caller.js";
import { type Fields, fieldsOf, isFields, numberOf, textOf } from "../payload/fields.js";
import { hear, wordsBeforeClosing } from "../payload/hear.js";
import { catOf, type Readers, recalling, wordForReader } from "../payload/recall.js";
import type { Agent, Recalling } from "../port.js";
import { isSessionName, parseRow } from "../record/row.js";
import type { Signal } from "../signal.js";
import { recordOf, recordRoot } from "./folder.js";
import { isSubagent, readSignals, sessionOf } from "./hooks.js";
import { eventOf, type Wire } from "./wire.js";

export const copilot: Agent = {
  name: "copilot",

  hear(payload, env) {
    if (!isFields(payload)) return undefined;
    const hook = eventOf(payload);
    if (hook === undefined) return undefined;
    // The hooks of a start and of its first prompt run at the same time; the start must be recorded first.
    if (hook === "userPromptSubmitted" && !isSubagent(payload)) awaitBeside(OUR_HOOK, MAX_START_MS);
    const session = sessionOf(payload);
    const transcript = textOf(payload["transcriptPath"]) ?? recordOf(session, env);
    const recording =
      transcript === undefined || isSubagent(payload) ? undefined : { session, transcript, env };
    const missed = recording !== undefined && AFTER_STOP.has(hook) ? missedClosing(recording) : undefined;
    const tail = recording === undefined ? "" : recordAt(payload, hook, recording);
    const compaction = readCompaction(tail, hook === "agentStop" ? "stop" : "prompt");
    const wire = {
      hook_event_name: hook,
      session_id: session,
      cwd: payload["cwd"],
      transcript_path: transcript,
    };
    return hear(wire, {
      signals: [
        ...(missed === undefined ? [] : [{ is: "turn-ended", message: missed } as const]),
        ...(compaction === undefined ? [] : [compaction]),
        ...readSignals(payload, lastWords(tail).at(-1) ?? ""),
      ],
      recalls: readRecall(payload),
      // Not at a start: it comes with the first prompt, and both would show the same context.
      listens: ["prompt"],
      process: callerOf,
    });
  },

  // At the top level: Copilot CLI does not show nested fields to the model.
  say: (_, text) => JSON.stringify({ additionalContext: worded(text) }),

  lastWords(heard, env) {
    const closing = heard.signals.find((signal) => signal.is === "turn-ended");
    // If the closing was not written in time, the record still ends with the previous turn.
    if (closing?.message === "") return [];
    return wordsBeforeClosing(heard, (path) => readLastWords(path, env));
  },
};

const READERS: Readers = { shell: "bash", reader: "view", paths: ["path"] };

export function worded(text: string): string {
  return wordForReader(text, "view");
}

function readRecall(wire: Wire): Recalling | undefined {
  if (eventOf(wire) !== "preToolUse") return undefined;
  // Allowed without asking: the call only reads one file of ours and keeps no argument that could do more.
  return recalling(wire.toolName, wire.toolArgs, READERS, ({ isCat, input }, file) => {
    const { view_range, description } = input;
    const modifiedArgs = isCat
      ? { command: catOf(file), description: textOf(description) ?? "Ask the memory" }
      : { path: file, view_range };
    return JSON.stringify({ permissionDecision: "allow", modifiedArgs });
  });
}

const OUR_HOOK = /hook\.cjs['"]?[\0 ]+copilot/;
const MAX_START_MS = 1_500;

/** The hooks that can follow the end of a turn. */
const AFTER_STOP: ReadonlySet<string> = new Set(["userPromptSubmitted", "sessionEnd"]);

/** Only the hooks at the bounds of a turn need the record. */
function recordAt(wire: Wire, hook: string, recording: Recording): string {
  if (hook === "userPromptSubmitted") return readTail(recording.transcript, recording.env);
  return hook === "agentStop" ? readStop(recording, numberOf(wire.timestamp)) : "";
}

const DONE = "session.compaction_complete";

/** How far to look back: at a prompt to the last text of the agent, at a stop to the prompt. */
const ENDS = {
  prompt: ["user.message", "assistant.message"],
  stop: ["user.message"],
} as const;

type Moment = keyof typeof ENDS;

/** The last compaction. A hook reports its start, only the record its end. */
export function readCompaction(tail: string, moment: Moment): Signal | undefined {
  if (!tail.includes(DONE)) return undefined;
  for (const row of rowsBackward(tail, [DONE, ...ENDS[moment]])) {
    if (row["type"] !== DONE) return undefined;
    const { success, summaryContent, trigger } = fieldsOf(row["data"]);
    if (success === false) continue;
    const summary = (textOf(summaryContent) ?? "").replace(/^\s*<summary>|<\/summary>\s*$/g, "").trim();
    return { is: "compaction-finished", trigger: textOf(trigger) ?? "unknown", summary };
  }
  return undefined;
}

interface Recording {
  readonly session: string;
  readonly transcript: string;
  readonly env: Env;
}

/** The record up to the stop with this timestamp; "" if it is not written in time. */
function readStop({ session, transcript, env }: Recording, timestamp: number | undefined): string {
  if (timestamp === undefined) return "";
  const tail = awaitTail(transcript, env, timestamp);
  // Copilot CLI waits for this hook, so the next hook of the session tries again.
  if (tail === undefined) noteMissed(session, timestamp, env);
  return tail ?? "";
}

/** The closing words of the last turn if they were not written when it ended. Reported once. */
function missedClosing({ session, transcript, env }: Recording): string | undefined {
  const timestamp = takeMissed(session, env);
  if (timestamp === undefined) return undefined;
  return lastWords(awaitTail(transcript, env, timestamp) ?? "").at(-1);
}

function noteMissed(session: string, timestamp: number, env: Env): void {
  const file = noteFile(session, env);
  if (file === undefined) return;
  try {
    secureFolder(join(file, ".."));
    replacePrivate(file, String(timestamp));
  } catch {
    // Without a note these words are lost, but the turn is recorded.
  }
}

function takeMissed(session: string, env: Env): number | undefined {
  const file = noteFile(session, env);
  const timestamp = file === undefined ? undefined : readPrivate(file, 32);
  if (file === undefined || timestamp === undefined) return undefined;
  try {
    unlinkSync(file);
  } catch {
    return undefined; // Otherwise the same words would be reported again and again.
  }
  return Number(timestamp);
}

/** Files in this folder are deleted after a week. */
function noteFile(session: string, env: Env): string | undefined {
  return isSessionName(session) ? join(dataHome(env), "count", `closing-${session}`) : undefined;
}

// Rows with whole requests are between the texts.
const MAX_TAIL_BYTES = 512 << 10;
const MAX_LAST_WORDS = 4;
// Copilot CLI writes its record with a delay of about 100 ms.
const MAX_LAG_MS = 800;
const RETRY_MS = 20;

/** The agent's texts since the last prompt, oldest first. */
function readLastWords(path: string, env: Env): readonly string[] {
  return lastWords(readTail(path, env));
}

function readTail(path: string, env: Env): string {
  const bytes = path.endsWith(".jsonl") ? readEnd(path, recordRoot(env), MAX_TAIL_BYTES) : undefined;
  return bytes?.toString("utf8") ?? "";
}

/**
 * The record up to the hook with this timestamp, once Copilot CLI has written it. "" if there is no record, undefined if
 * it is not written in time.
 */
function awaitTail(path: string, env: Env, timestamp: number): string | undefined {
  const isOver = deadline(MAX_LAG_MS);
  for (;;) {
    const tail = readTail(path, env);
    const end = tail.indexOf(`"timestamp":${timestamp}`);
    if (tail === "" || end !== -1) return tail.slice(0, end);
    if (isOver()) return undefined;
    sleep(RETRY_MS);
  }
}

/** The first and the last line may be cut. */
export function lastWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const row of rowsBackward(text, ["user.message", "assistant.message"])) {
    if (row["type"] === "user.message" || words.length >= MAX_LAST_WORDS) break;
    const said = textOf(fieldsOf(row["data"])["content"])?.trim();
    if (said) words.push(said);
  }
  return words.reverse();
}

/** The rows of these types, last first, without those of subagents. */
function* rowsBackward(text: string, types: readonly string[]): Generator<Fields> {
  for (const line of text.split("\n").reverse()) {
    // Most rows are large and irrelevant, so parse only those that matter. The type is the first field.
    if (!types.some((type) => line.startsWith(`{"type":"${type}"`))) continue;
    const row = parseRow(line);
    if (row !== undefined && row["agentId"] === undefined) yield row;
  }
}
