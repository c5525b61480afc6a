import { messageOf } from "../../error.js";
import { DEFAULTS } from "../../library/context/defaults.js";
import type { Compacted } from "../../library/tidemark.js";
import { figure, showWaiting } from "./screen.js";
import type { Talk } from "./talk.js";

/** Messages that stay after an early compaction. The usual number would lead to another one after every answer. */
const KEPT_EARLY = 6;

/** Compacts a session that has grown after an answer, and says so in a line. */
export async function compactWhenDue(talk: Talk): Promise<void> {
  const { compactAt, note } = talk.wishes;
  if (compactAt === undefined || !talk.session.shouldCompact(compactAt)) return;
  try {
    const compacted = await compactNow(talk, compactAt < DEFAULTS.threshold ? { keep: KEPT_EARLY } : {});
    if (compacted.done) note(compactedLine(compacted));
  } catch (error) {
    note(`Not compacted: ${messageOf(error)} Nothing is lost; /compact tries again.`);
  }
}

/** Compacts the session. Ctrl-C stops the model's summary. */
export async function compactNow(talk: Talk, left: { readonly keep?: number } = {}): Promise<Compacted> {
  const waiting = showWaiting("Compacting …");
  const stopping = new AbortController();
  talk.work = { stop: () => stopping.abort(), keep: () => {} };
  try {
    return await talk.used().compact({ model: talk.model, ...left, signal: stopping.signal });
  } finally {
    waiting.end();
    talk.work = undefined;
  }
}

export function compactedLine({ covered, tokens, model, failure, cost }: Compacted): string {
  const what = `${figure(covered)} ${covered === 1 ? "message" : "messages"}`;
  const size = `${figure(tokens.before)} tokens before, ${figure(tokens.after)} after`;
  return `Compacted ${what}: ${size}; ${writtenBy(model, failure, cost)} The history is kept.`;
}

function writtenBy(model: string | undefined, failure: string | undefined, cost: string | undefined): string {
  if (failure !== undefined) return `without the model: ${failure.replace(/[^.!?]$/, "$&.")}`;
  if (model === undefined) return "without a model.";
  return `by ${model}${cost === undefined ? "" : `, ${cost}`}.`;
}
