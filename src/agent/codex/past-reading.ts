import type { PastRow } from "../past.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import { withoutRecall } from "../payload/recall.js";
import { timeOf } from "../record/row.js";
import type { Signal } from "../signal.js";
import { type PastCall, readPastCall, readPastEnd } from "./past-call.js";

interface Words {
  readonly row: string;
  readonly at: number;
  readonly offset: number;
  readonly text: string;
}

interface OpenCall extends PastCall {
  readonly at: number;
  readonly offset: number;
}

const MAX_OPEN_CALLS = 500;
/** Codex adds these in the user's name. */
const ADDED =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|subagent_notification|skills?_instructions|skill|collaboration_mode|INSTRUCTIONS)[\s>]|# AGENTS\.md instructions)/;
// Ids made by a server are long and unique, and the same in every copy.
const MIN_UNIQUE_ID_CHARS = 20;

/** Turns a rollout into rows. */
export class PastReading {
  #session: string | undefined;
  #cwd: string | undefined;
  #branch: string | undefined;
  /** Set if the record belongs to a subagent; its rows go to the parent session. */
  #agent: string | undefined;
  readonly #calls = new Map<string, OpenCall>();
  #words: Words | undefined;
  #turn: number | undefined;
  /** The offset of the current row; the end of the record after the last. */
  #reached = 0;
  #end = 0;

  /** A fork repeats the first row of its origin after its own. */
  begin(row: Fields): void {
    const meta = fieldsOf(row["payload"]);
    if (this.#session !== undefined) return;
    const id = textOf(meta["id"]) ?? textOf(meta["session_id"]);
    const { parent, isSubagent } = parentOf(meta);
    this.#session = isSubagent ? parent : id;
    if (isSubagent) this.#agent = id;
    this.#cwd = textOf(meta["cwd"]);
    this.#branch = textOf(fieldsOf(meta["git"])["branch"]);
  }

  *hear(row: Fields, offset: number, end: number): Generator<PastRow> {
    this.#reached = offset;
    this.#end = end;
    const at = timeOf(row["timestamp"]);
    const payload = fieldsOf(row["payload"]);
    if (at === undefined || this.#session === undefined) return;
    switch (row["type"]) {
      case "turn_context":
        this.#cwd = textOf(payload["cwd"]) ?? this.#cwd;
        return;
      case "compacted":
        yield* this.#compacted(payload["message"], at);
        return;
      case "event_msg":
        yield* this.#event(payload, at, offset);
        return;
      case "response_item":
        yield* this.#item(payload, fieldsOf(row["metadata"]), at, offset);
    }
  }

  *end(): Generator<PastRow> {
    this.#reached = this.#end;
    yield* this.#stopped();
    // They stay open: their results may still be written.
    for (const [id, { at, use }] of this.#calls)
      if (this.#agent === undefined) yield this.#row(`begun:${id}:${at}`, at, [{ is: "tool-started", use }]);
  }

  *#event(payload: Fields, at: number, offset: number): Generator<PastRow> {
    if (payload["type"] === "task_started") {
      this.#turn = offset;
      return;
    }
    const message = textOf(payload["last_agent_message"]) ?? "";
    // The end of the turn reports its last words.
    if (this.#words?.text === message.trim()) this.#words = undefined;
    yield* this.#wentOn();
    this.#calls.clear();
    this.#turn = undefined;
    if (this.#agent !== undefined) {
      const { id: agentId, type: agentType } = { id: this.#agent, type: "subagent" };
      yield this.#row(`end:${agentId}:${at}`, at, [{ is: "subagent-finished", agentId, agentType, message }]);
    } else yield this.#row(`end:${textOf(payload["turn_id"]) ?? at}`, at, [{ is: "turn-ended", message }]);
  }

  *#item(payload: Fields, metadata: Fields, at: number, offset: number): Generator<PastRow> {
    const type = textOf(payload["type"]) ?? "";
    if (type === "message") yield* this.#message(payload, metadata, at, offset);
    else if (type.endsWith("_output")) yield* this.#result(payload, at);
    else {
      const call = readPastCall(payload);
      if (this.#agent === undefined) yield* this.#wentOn();
      if (call !== undefined && this.#calls.size < MAX_OPEN_CALLS)
        this.#calls.set(call.id, { ...call, at, offset });
    }
  }

  *#message(payload: Fields, metadata: Fields, at: number, offset: number): Generator<PastRow> {
    const text = textsOf(payload["content"]);
    if (text === "" || this.#agent !== undefined) return;
    const row = rowOf(textOf(payload["id"]), at);
    if (payload["role"] === "assistant") {
      if (metadata["compaction_output"] === true) return; // The summary, which is repeated later.
      yield* this.#wentOn();
      this.#words = { row, at, offset, text };
    } else if (payload["role"] === "user" && isTyped(payload) && !ADDED.test(text)) {
      yield* this.#stopped();
      this.#calls.clear();
      yield this.#row(row, at, [{ is: "prompt", text }]);
    }
  }

  *#result(payload: Fields, at: number): Generator<PastRow> {
    const id = textOf(payload["call_id"]);
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (id === undefined || call === undefined) return;
    this.#calls.delete(id);
    const end = readPastEnd(call, payload["output"]);
    const agentId = this.#agent;
    const signal: Signal = agentId === undefined ? end : { ...end, use: { ...end.use, agentId } };
    yield this.#row(`${rowOf(id, call.at)}.end`, at, [withoutRecall(signal)]);
  }

  *#compacted(message: unknown, at: number): Generator<PastRow> {
    const summary = (textOf(message) ?? "").replace(PREAMBLE, "").trim();
    if (this.#agent !== undefined) return;
    yield this.#row(`compacted:${at}`, at, [
      { is: "compaction-started", trigger: "unknown" },
      { is: "compaction-finished", trigger: "unknown", summary },
    ]);
  }

  *#wentOn(): Generator<PastRow> {
    const words = this.#words;
    this.#words = undefined;
    if (words !== undefined) yield this.#row(words.row, words.at, [{ is: "said", text: words.text }]);
  }

  /** The record has no end of the turn, but the agent said nothing more. */
  *#stopped(): Generator<PastRow> {
    const words = this.#words;
    this.#words = undefined;
    if (words !== undefined)
      yield this.#row(words.row, words.at, [{ is: "turn-ended", message: words.text }]);
  }

  #row(row: string, at: number, signals: readonly Signal[]): PastRow {
    const [first] = this.#calls.values();
    const waiting = [first, this.#words].flatMap((one) => (one === undefined ? [] : [one.offset]));
    const [cwd, branch] = [this.#cwd, this.#branch];
    return {
      at,
      session: this.#session ?? "",
      cwd,
      branch,
      row,
      signals,
      // The first rows of a turn name its folder.
      from: Math.min(this.#reached, this.#turn ?? this.#reached, ...waiting),
    };
  }
}

const PREAMBLE = /^Another language model started to solve this problem[\s\S]*?:\n/;

function parentOf(meta: Fields): { readonly parent: string | undefined; readonly isSubagent: boolean } {
  const { subagent } = fieldsOf(meta["source"]);
  if (subagent === undefined && meta["thread_source"] !== "subagent")
    return { parent: undefined, isSubagent: false };
  const spawn = fieldsOf(fieldsOf(subagent)["thread_spawn"]);
  return { parent: textOf(spawn["parent_thread_id"]) ?? textOf(meta["parent_thread_id"]), isSubagent: true };
}

/** Newer versions mark which parts a person typed. */
function isTyped(payload: Fields): boolean {
  const kinds = listOf(fieldsOf(payload["internal_chat_message_metadata_passthrough"])["content_item_kinds"]);
  return (
    kinds.length === 0 || kinds.some((kind) => typeof kind === "string" && /^(?:user\.|unknown$)/.test(kind))
  );
}

function rowOf(id: string | undefined, at: number): string {
  return id !== undefined && id.length >= MIN_UNIQUE_ID_CHARS ? id : `${id ?? ""}@${at}`;
}

function textsOf(content: unknown): string {
  return listOf(content)
    .map((part) => textOf(fieldsOf(part)["text"]) ?? "")
    .join("\n")
    .trim();
}
