import type { Signal } from "../../capture/signal.js";
import type { PastRow } from "../past.js";
import { type Fields, fieldsOf, numberOf, textOf } from "../payload/fields.js";
import { withoutRecall } from "../payload/recall.js";
import { readSignals } from "../plugin/hooks.js";
import { plainPrompt } from "./plain-prompt.js";
import { calling, ended } from "./plugin-tool.js";
import { readToolEnd, readToolUse } from "./tool.js";

type Told = Pick<PastRow, "at" | "row" | "signals">;

const DIALECT = { readToolUse, readToolEnd };

/**
 * What a message and its parts tell. A fork copies them under new ids, but with the times they had: so it is those that
 * tell one from another. `agent` is the subagent whose message it is.
 */
export function* tellMessage(
  message: Fields,
  parts: readonly Fields[],
  agent: string | undefined,
): Generator<Told> {
  const { created, completed } = fieldsOf(message["time"]);
  const at = numberOf(created);
  if (at === undefined) return;
  const texts = parts.flatMap((part) => (isSaid(part) ? [textOf(part["text"])?.trim() ?? ""] : []));
  if (message["role"] === "user") {
    if (agent === undefined) yield* asked(at, texts.join("\n").trim(), parts);
    return;
  }
  if (message["role"] !== "assistant") return;
  const end = numberOf(completed);
  if (message["summary"] === true) {
    const summary = texts.join("\n").trim();
    if (summary !== "" && agent === undefined)
      yield {
        at: end ?? at,
        row: `${at}.summary`,
        signals: [{ is: "compaction-finished", trigger: "unknown", summary }],
      };
    return;
  }
  yield* worked(parts, agent);
  // It is still being written.
  if (end === undefined) return;
  yield* closed(message, texts.filter(Boolean), { at, end, agent });
}

function* asked(at: number, text: string, parts: readonly Fields[]): Generator<Told> {
  const compaction = parts.find((part) => part["type"] === "compaction");
  if (compaction !== undefined) {
    const trigger = compaction["auto"] === true ? "auto" : "manual";
    yield { at, row: `${at}.compaction`, signals: [{ is: "compaction-started", trigger }] };
  } else if (text !== "")
    yield { at, row: `${at}.prompt`, signals: [{ is: "prompt", text: plainPrompt(text) }] };
}

function* worked(parts: readonly Fields[], agent: string | undefined): Generator<Told> {
  const own = agent === undefined ? {} : { agent_id: agent };
  for (const part of parts) {
    const state = fieldsOf(part["state"]);
    const { start, end } = fieldsOf(state["time"]);
    const began = numberOf(start);
    if (part["type"] !== "tool" || began === undefined) continue;
    const row = `${textOf(part["callID"]) ?? ""}@${began}`;
    const over = ended(part);
    const wire =
      over === undefined
        ? { hook_event_name: "PreToolUse", ...calling(part, state["input"]), ...own }
        : { hook_event_name: "PostToolUse", ...over, ...own };
    const signals = readSignals(wire, DIALECT).map(withoutRecall);
    yield over === undefined
      ? { at: began, row: `${row}.begun`, signals }
      : { at: numberOf(end) ?? began, row, signals };
  }
}

interface Closing {
  readonly at: number;
  readonly end: number;
  readonly agent: string | undefined;
}

/** What the agent said, the last of it as its closing words where it stopped with them. */
function* closed(message: Fields, texts: readonly string[], { at, end, agent }: Closing): Generator<Told> {
  const hasStopped = message["finish"] !== "tool-calls";
  const last = hasStopped ? texts.at(-1) : undefined;
  if (agent !== undefined) {
    const agentType = textOf(message["agent"]) ?? "subagent";
    const signal: Signal = { is: "subagent-finished", agentId: agent, agentType, message: last ?? "" };
    if (hasStopped) yield { at: end, row: `${at}.end`, signals: [signal] };
    return;
  }
  const said = last === undefined ? texts : texts.slice(0, -1);
  for (const [nth, text] of said.entries())
    yield { at: end, row: `${at}.${nth}`, signals: [{ is: "said", text }] };
  if (hasStopped) yield { at: end, row: `${at}.end`, signals: [{ is: "turn-ended", message: last ?? "" }] };
}

/** What we or others put before the model is marked as such. */
function isSaid(part: Fields): boolean {
  return part["type"] === "text" && part["synthetic"] !== true && part["ignored"] !== true;
}
