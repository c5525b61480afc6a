import type { Signal } from "../../capture/signal.js";
import type { PastRow } from "../past.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import { withoutRecall } from "../payload/recall.js";
import { timeOf } from "../record/row.js";
import { readPrompt, readSignals } from "./hooks.js";
import { textsOf } from "./transcript.js";

interface Waiting {
  readonly id: string;
  readonly at: number;
  readonly offset: number;
  readonly message: Fields;
}

const SNAPSHOT = /<state_snapshot>([\s\S]*)<\/state_snapshot>/;
const CONTEXT = /<hook_context>[\s\S]*?<\/hook_context>/g;

/**
 * What a record tells, row by row. A message of the agent's is written again with each call that has ended, so it is
 * told when the next row is another's: then it is also known whether the agent stopped with it.
 */
export class PastReading {
  #waiting: Waiting | undefined;
  /** Where the row begins that is being heard; behind the last, when all were. */
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
      if (this.#waiting?.id !== id) yield* this.#told(false);
      // Still the same one, in a later form.
      const since = this.#waiting?.offset ?? offset;
      this.#waiting = { id, at, offset: since, message: row };
      return;
    }
    const text = readPrompt({ prompt: textsOf(row["content"]).replace(CONTEXT, "") });
    if (text === undefined) return; // The result of a call, which stands with the call, too.
    yield* this.#told(true);
    yield this.#row(id, at, [{ is: "prompt", text }]);
  }

  end(): Generator<PastRow> {
    this.#reached = this.#end;
    return this.#told(true);
  }

  /** Tells the message that is waiting: with calls it was not the last, whatever came after. */
  *#told(isLast: boolean): Generator<PastRow> {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const { id, at, message } = waiting;
    const text = textsOf(message["content"]).trim();
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
      const [, summary] = SNAPSHOT.exec(textsOf(message["content"])) ?? [];
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
    return { at, session, ...(cwd === undefined ? {} : { cwd }), row, signals, from };
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
