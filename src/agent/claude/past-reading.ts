import type { PastRow } from "../past.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import { withoutRecall } from "../payload/recall.js";
import type { Wire } from "../payload/wire.js";
import { timeOf } from "../record/row.js";
import type { Signal } from "../signal.js";
import { readSignals } from "./hooks.js";
import { agentTypeOf, readPastPrompt, readPastSummary } from "./past-text.js";

/** The session, time and place of a row. */
type Scene = Omit<PastRow, "row" | "signals" | "from">;

interface Waiting {
  readonly offset: number;
  readonly scene: Scene;
}

interface Call extends Waiting {
  readonly row: string;
  readonly tool: string;
  readonly input: unknown;
  readonly agent: string | undefined;
}

interface Text extends Waiting {
  readonly row: string;
  readonly text: string;
  /** The id of the model's message if the model stops after it. */
  readonly closes?: string;
}

// Only a damaged record has more.
const MAX_OPEN_CALLS = 500;
/** Smaller rows are parsed at once: a check costs as much. */
const MIN_SKIM_BYTES = 2_048;
const RESULT_HEAD_BYTES = 700;
const RESULT =
  /^\{"parentUuid":.{1,300}"type":"user","message":\{"role":"user","content":\[\{"tool_use_id":"([^"\\]+)","type":"tool_result",/;

/**
 * Turns a transcript into rows. A call is reported with its result, and a text once it is known whether the agent went
 * on after it. Until then the next reading starts at the waiting row.
 */
export class PastReading {
  readonly #calls = new Map<string, Call>();
  #words: Text | undefined;
  /** A slash command counts as a prompt only if the agent answers it instead of the program. */
  #command: Text | undefined;
  #trigger = "unknown";
  #agentType: string | undefined;
  /** The offset of the current row; the end of the record after the last. */
  #reached = 0;
  #end = 0;

  constructor(private readonly path: string) {}

  *hear(row: Fields, offset: number, end: number): Generator<PastRow> {
    this.#reached = offset;
    this.#end = end;
    const scene = sceneOf(row);
    const key = textOf(row["uuid"]);
    if (scene === undefined || key === undefined) return;
    const message = fieldsOf(row["message"]);
    const agent = row["isSidechain"] === true ? (textOf(row["agentId"]) ?? "sidechain") : undefined;
    const place = { row: key, offset, scene };
    if (row["type"] === "assistant") yield* this.#assistant(message, agent, place);
    else if (row["type"] === "user") yield* this.#user(row, message, agent, place);
    else if (row["subtype"] === "compact_boundary" && agent === undefined) {
      this.#trigger = textOf(fieldsOf(row["compactMetadata"])["trigger"]) ?? "unknown";
      yield* this.#stopped();
      yield this.#row(key, scene, [{ is: "compaction-started", trigger: this.#trigger }]);
    }
  }

  /**
   * The result of a successful file read contains the whole file twice, and we keep none of it, so do not parse it.
   * False if it may be something else.
   */
  *skim(bytes: Buffer, offset: number, end: number): Generator<PastRow, boolean> {
    if (bytes.length < MIN_SKIM_BYTES) return false;
    const [, id = ""] = RESULT.exec(bytes.toString("latin1", 0, RESULT_HEAD_BYTES)) ?? [];
    const call = this.#calls.get(id);
    if (call?.tool !== "Read" || bytes.includes('"is_error":true')) return false;
    this.#reached = offset;
    this.#end = end;
    yield* this.#ended(id, call, { hook_event_name: "PostToolUse" }, call.scene);
    return true;
  }

  /** Reports the last words and the calls without an end. */
  *end(): Generator<PastRow> {
    this.#reached = this.#end;
    yield* this.#stopped();
    // They stay open: their results may still be written.
    for (const [id, { tool, input, scene }] of this.#calls) {
      const begun = { hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, tool_use_id: id };
      yield this.#row(`begun:${id}`, scene, readSignals(begun).map(withoutRecall));
    }
  }

  *#assistant(message: Fields, agent: string | undefined, place: Place): Generator<PastRow> {
    // The program itself wrote this: API errors and placeholders.
    if (message["model"] === "<synthetic>") return;
    const { row, scene, offset } = place;
    if (agent === undefined) yield* this.#asked();
    for (const [nth, part] of listOf(message["content"]).map(fieldsOf).entries()) {
      const text = part["type"] === "text" ? textOf(part["text"])?.trim() : undefined;
      const id = part["type"] === "tool_use" ? textOf(part["id"]) : undefined;
      if (id !== undefined) {
        if (agent === undefined) yield* this.#wentOn();
        if (this.#calls.size < MAX_OPEN_CALLS)
          this.#calls.set(id, {
            row,
            offset,
            scene,
            tool: textOf(part["name"]) ?? "unknown",
            input: part["input"],
            agent,
          });
      } else if (text && agent !== undefined) {
        if (isLast(message["stop_reason"]))
          yield this.#row(row, scene, [
            { is: "subagent-finished", agentId: agent, agentType: this.#typeOfAgent(), message: text },
          ]);
      } else if (text) {
        const closes = isLast(message["stop_reason"]) ? textOf(message["id"]) : undefined;
        yield* this.#wentOn(closes);
        this.#words = { row: `${row}.${nth}`, offset, scene, text, closes };
        if (message["stop_reason"] === "tool_use") yield* this.#wentOn();
      }
    }
  }

  *#user(row: Fields, message: Fields, agent: string | undefined, place: Place): Generator<PastRow> {
    const { content } = message;
    const results = listOf(content)
      .map(fieldsOf)
      .filter((part) => part["type"] === "tool_result");
    for (const part of results)
      yield* this.#result(part, results.length === 1 ? row["toolUseResult"] : undefined, place);
    if (results.length > 0 || row["isMeta"] === true) return;
    if (agent !== undefined) {
      if (row["parentUuid"] === null)
        yield this.#row(place.row, place.scene, [
          { is: "subagent-started", agentId: agent, agentType: this.#typeOfAgent() },
        ]);
      return;
    }
    if (row["isCompactSummary"] === true) {
      const signal: Signal = {
        is: "compaction-finished",
        trigger: this.#trigger,
        summary: readPastSummary(content),
      };
      yield this.#row(place.row, place.scene, [signal]);
      return;
    }
    const said = readPastPrompt(content);
    if (said.is === "nothing") return;
    if (said.is === "output") {
      this.#command = undefined;
      return;
    }
    yield* this.#stopped();
    this.#calls.clear();
    this.#command = undefined;
    if (said.is === "command") this.#command = { ...place, text: said.text };
    else {
      const signal: Signal =
        said.is === "interrupted"
          ? { is: "turn-ended", message: "", interrupted: true }
          : { is: "prompt", text: said.text };
      yield this.#row(place.row, place.scene, [signal]);
    }
  }

  *#result(part: Fields, response: unknown, { scene }: Place): Generator<PastRow> {
    const id = textOf(part["tool_use_id"]);
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (id === undefined || call === undefined) return;
    const text = resultText(part["content"]);
    const isError = part["is_error"] === true;
    const wire = {
      hook_event_name: isError ? "PostToolUseFailure" : "PostToolUse",
      tool_response: response ?? text,
      error: text,
    };
    yield* this.#ended(id, call, wire, scene);
  }

  *#ended(id: string, call: Call, wire: Wire, scene: Scene): Generator<PastRow> {
    this.#calls.delete(id);
    const { row, tool, input, agent } = call;
    const signals = readSignals({
      ...wire,
      tool_name: tool,
      tool_input: input,
      tool_use_id: id,
      ...(agent === undefined ? {} : { agent_id: agent }),
    });
    yield this.#row(`${row}.${id}.end`, scene, signals.map(withoutRecall));
  }

  #typeOfAgent(): string {
    this.#agentType ??= agentTypeOf(this.path);
    return this.#agentType;
  }

  /** The agent answers the waiting command, so the command was a prompt. */
  *#asked(): Generator<PastRow> {
    const command = this.#command;
    this.#command = undefined;
    if (command !== undefined)
      yield this.#row(command.row, command.scene, [{ is: "prompt", text: command.text }]);
  }

  /** The agent went on after its words. If it had stopped, something other than a prompt woke it. */
  *#wentOn(message?: string): Generator<PastRow> {
    const words = this.#words;
    if (words?.closes !== undefined && words.closes !== message) yield* this.#stopped();
    else if (words !== undefined) {
      this.#words = undefined;
      yield this.#row(words.row, words.scene, [{ is: "said", text: words.text }]);
    }
  }

  *#stopped(): Generator<PastRow> {
    const words = this.#words;
    this.#words = undefined;
    if (words !== undefined)
      yield this.#row(words.row, words.scene, [{ is: "turn-ended", message: words.text }]);
  }

  #row(row: string, scene: Scene, signals: readonly Signal[]): PastRow {
    const [first] = this.#calls.values();
    const waiting = [first, this.#words, this.#command].flatMap((one) =>
      one === undefined ? [] : [one.offset],
    );
    return { ...scene, row, signals, from: Math.min(this.#reached, ...waiting) };
  }
}

interface Place extends Waiting {
  readonly row: string;
}

function sceneOf(row: Fields): Scene | undefined {
  const at = timeOf(row["timestamp"]);
  const session = textOf(row["sessionId"]);
  if (at === undefined || session === undefined) return undefined;
  const cwd = textOf(row["cwd"]);
  const branch = textOf(row["gitBranch"]);
  return { at, session, cwd, ...(branch === undefined || branch === "HEAD" ? {} : { branch }) };
}

/** Earlier versions do not record why the model stopped. */
function isLast(reason: unknown): boolean {
  return reason !== "tool_use" && reason !== undefined && reason !== null;
}

function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => textOf(fieldsOf(part)["text"]) ?? "")
    .join("\n");
}
