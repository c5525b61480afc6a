import { dirname, join } from "node:path";
import type { Env } from "../../host/env.js";
import { NOFOLLOW, readStart } from "../../host/file/foreign-file.js";
import { namesBelow } from "../../host/file/plain-files.js";
import { readRows } from "../../host/file/read-rows.js";
import { named } from "../agents.js";
import type { Past, PastRecord, PastRow } from "../past.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import { withoutRecall } from "../payload/recall.js";
import { flawOf, type PastFiles, pastFiles } from "../record/past-files.js";
import { joinTexts, parseRow, timeOf } from "../record/row.js";
import type { Signal } from "../signal.js";
import { configFolder } from "./folder.js";
import { readPrompt, readSignals } from "./hooks.js";
/** Gemini CLI's records: `tmp/<project>/chats/session-<time>-<id>.jsonl`; in earlier versions one `.json` object. */
export const geminiPast: Past = {
  ...named("gemini"),
  find: (env, _, path) => pastFiles(filesOf(env), path),
  count(env) {
    const { root, depth, isNamed } = filesOf(env);
    return [...namesBelow(root, depth, isNamed)].length;
  },
  read: (record, from, _, onBad) =>
    isOneObject(record.path) ? readObjectRecord(record) : readRecord(record, from, onBad),
  flaw: (record) => (isOneObject(record.path) ? flawOfObject(record) : flawOf(record)),
};

const MAX_HEAD_BYTES = 64 << 10;

function* readRecord({ path }: PastRecord, from: number, onBad?: () => void): Generator<PastRow> {
  const head = readStart(path, MAX_HEAD_BYTES, NOFOLLOW);
  const first = head === undefined ? undefined : parseRow(head.subarray(0, head.indexOf("\n")));
  const session = textOf(first?.["sessionId"]);
  // A subagent has its own record; the call that started it reports its work.
  if (session === undefined || (first?.["kind"] ?? "main") !== "main") return;
  const cwd = folderOf(path, head?.toString("utf8") ?? "");
  const reading = new PastReading(session, cwd);
  for (const row of readRows(path, from, mayMatter)) {
    if (row.bytes[2] === DOLLAR && !row.bytes.includes("<state_snapshot>")) continue;
    const fields = parseRow(row.bytes);
    if (fields === undefined && row.isOpen) break;
    if (fields === undefined) onBad?.();
    else yield* reading.hear(fields, row.offset, row.end);
  }
  yield* reading.end();
}

/** Nobody typed a longer record. */
const MAX_RECORD_BYTES = 32 << 20;

function isOneObject(path: string): boolean {
  return path.endsWith(".json");
}

function readObject({ path, bytes }: PastRecord): Fields | undefined {
  const text = bytes > MAX_RECORD_BYTES ? undefined : readStart(path, MAX_RECORD_BYTES, NOFOLLOW);
  return text === undefined ? undefined : parseRow(text);
}

/** The whole file is rewritten each time, so read it from the start; known rows are skipped by their ids. */
function* readObjectRecord(record: PastRecord): Generator<PastRow> {
  const { sessionId, kind = "main", messages } = readObject(record) ?? {};
  const session = textOf(sessionId);
  const cwd = folderIn(record);
  if (session === undefined || kind !== "main" || cwd === undefined) return;
  const reading = new PastReading(session, cwd);
  for (const message of listOf(messages).map(fieldsOf)) {
    if (message["type"] === "user" || message["type"] === "gemini") yield* reading.hear(message, 0, 0);
  }
  yield* reading.end();
}

function folderIn({ path }: PastRecord): string | undefined {
  return folderOf(path, readStart(path, MAX_HEAD_BYTES, NOFOLLOW)?.toString("utf8") ?? "");
}

function flawOfObject(record: PastRecord): string | undefined {
  if (record.bytes === 0) return "empty";
  if (record.bytes > MAX_RECORD_BYTES) return "longer than 32 MB";
  const whole = readObject(record);
  if (whole === undefined) return "no JSON";
  const isHomeless = listOf(whole["messages"]).length > 0 && folderIn(record) === undefined;
  return isHomeless ? "the folder it was in is not known" : undefined;
}

const DOLLAR = "$".charCodeAt(0);

/** A row that replaces all messages repeats the others; only its summary matters. */
function mayMatter(start: string): boolean {
  return /^\{\s*"\$set":\s*\{\s*"messages":/.test(start) || /"type":\s*"(?:user|gemini)"/.test(start);
}

/** The project's folder, from a file beside its records or from the first message. */
function folderOf(path: string, head: string): string | undefined {
  const noted = readStart(join(dirname(dirname(path)), ".project_root"), MAX_HEAD_BYTES, NOFOLLOW)
    ?.toString("utf8")
    .trim();
  if (noted) return noted;
  const [, quoted] = /Workspace Directories:\*\*\\n {2}- ((?:[^"\\\n]|\\\\)+)\\n/.exec(head) ?? [];
  return quoted?.replaceAll("\\\\", "\\");
}

function filesOf(env: Env): PastFiles {
  return {
    root: join(configFolder(env), "tmp"),
    depth: 3,
    isNamed: (name) => /(?:^|[\\/])session-[^\\/]*\.jsonl?$/.test(name),
    isOwn: (start) => /^\{(?:[^\n]*|\s+"sessionId":[^{[]{0,500})"projectHash":/.test(start),
  };
}

interface Waiting {
  readonly id: string;
  readonly at: number;
  readonly offset: number;
  readonly message: Fields;
}

const SNAPSHOT = /<state_snapshot>([\s\S]*)<\/state_snapshot>/;
const CONTEXT = /<hook_context>[\s\S]*?<\/hook_context>/g;

/**
 * Turns a record into rows. A message is written again with each finished call, so it is reported with the next other
 * row. Then it is also known whether the agent stopped after it.
 */
class PastReading {
  #waiting: Waiting | undefined;
  /** The offset of the current row; the end of the record after the last. */
  #reached = 0;
  #end = 0;

  constructor(
    private readonly session: string,
    private readonly cwd: string | undefined,
  ) {}

  *hear(row: Fields, offset: number, end: number): Generator<PastRow> {
    this.#reached = offset;
    this.#end = end;
    if (row["$set"] !== undefined) yield* this.#compressed(fieldsOf(row["$set"]));
    const id = textOf(row["id"]);
    const at = timeOf(row["timestamp"]);
    if (id === undefined || at === undefined) return;
    if (row["type"] === "gemini") {
      if (this.#waiting?.id !== id) yield* this.#flush(false);
      // The same message in a later state.
      const since = this.#waiting?.offset ?? offset;
      this.#waiting = { id, at, offset: since, message: row };
      return;
    }
    const text = readPrompt({ prompt: joinTexts(row["content"]).replace(CONTEXT, "") });
    if (text === undefined) return; // A tool result, which the call contains too.
    yield* this.#flush(true);
    yield this.#row(id, at, [{ is: "prompt", text }]);
  }

  end(): Generator<PastRow> {
    this.#reached = this.#end;
    return this.#flush(true);
  }

  /** A message with calls is never the last. */
  *#flush(isLast: boolean): Generator<PastRow> {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const { id, at, message } = waiting;
    const text = joinTexts(message["content"]).trim();
    const calls = listOf(message["toolCalls"]).map(fieldsOf);
    const said: Signal =
      isLast && calls.length === 0 ? { is: "turn-ended", message: text } : { is: "said", text };
    if (text !== "") yield this.#row(`${id}.text`, at, [said]);
    for (const [nth, call] of calls.entries())
      yield this.#row(`${id}.${textOf(call["id"]) ?? nth}`, timeOf(call["timestamp"]) ?? at, readCall(call));
    this.#waiting = undefined;
  }

  *#compressed(set: Fields): Generator<PastRow> {
    for (const message of listOf(set["messages"]).map(fieldsOf)) {
      const [, summary] = SNAPSHOT.exec(joinTexts(message["content"])) ?? [];
      const id = textOf(message["id"]);
      const at = timeOf(message["timestamp"]);
      if (summary === undefined || id === undefined || at === undefined) continue;
      const signal: Signal = { is: "compaction-finished", trigger: "compress", summary: summary.trim() };
      yield this.#row(`${id}.summary`, at, [signal]);
    }
  }

  #row(row: string, at: number, signals: readonly Signal[]): PastRow {
    const { session, cwd } = this;
    const from = Math.min(this.#reached, this.#waiting?.offset ?? this.#reached);
    return { at, session, cwd, row, signals, from };
  }
}

function readCall(call: Fields): Signal[] {
  const response = fieldsOf(fieldsOf(fieldsOf(listOf(call["result"])[0])["functionResponse"])["response"]);
  const failure = textOf(response["error"]);
  const isStopped = call["status"] === "cancelled";
  const isFailed = call["status"] === "error" || isStopped;
  const signals = readSignals({
    hook_event_name: "AfterTool",
    tool_name: call["name"],
    tool_input: call["args"],
    tool_use_id: call["id"],
    tool_response: {
      llmContent: response["output"],
      returnDisplay: call["resultDisplay"],
      ...(isFailed ? { error: { message: failure ?? "failed" } } : {}),
    },
  });
  return signals
    .map(withoutRecall)
    .map((signal) =>
      signal.is === "tool-finished" && isStopped ? { ...signal, interrupted: true } : signal,
    );
}
