import { LABELS, type Label } from "../../text/sentence/label.js";
import { share } from "../choose/words.js";
import type { Candidate } from "./candidate.js";

/** What the candidates of one question are related by. */
export interface Related {
  readonly candidates: readonly Candidate[];
  readonly words: readonly ReadonlySet<string>[];
  /** The words of the hot thread's title and of the branch. */
  readonly subject: ReadonlySet<string>;
}

/** The number of values that `relationsIn` gives for each candidate. */
export const RELATIONS = 34;

/** How each candidate relates to the others: likeness, its place in message, turn and session, what stands around it. */
export function relationsIn({ candidates, words, subject }: Related): Float64Array[] {
  const likeness = likenessIn(candidates, words);
  const committed = new Set<string>();
  const messages = new Map<string, number[]>();
  const sessions = new Map<string, Set<number>>();
  candidates.forEach(({ kind, session, turn, said }, at) => {
    if (kind === "commit" || kind === "pull-request" || kind === "plan")
      for (const word of words[at] ?? []) committed.add(word);
    sessions.set(session, (sessions.get(session) ?? new Set()).add(turn));
    if (said === undefined) return;
    const key = messageKey(session, turn, said.by);
    const message = messages.get(key) ?? [];
    message.push(at);
    messages.set(key, message);
  });
  const ordered = new Map([...sessions].map(([id, turns]) => [id, [...turns].sort((a, b) => a - b)]));
  const chances = (at: number | undefined, labels: readonly Label[]) =>
    labels.map((label) => candidates[at ?? -1]?.said?.chances?.[LABELS.indexOf(label)] ?? 0);

  return candidates.map(({ session, turn, said, text, sessionsAgo }, at) => {
    const own = words[at] ?? NO_WORDS;
    const turns = ordered.get(session) ?? [];
    const place = turns.indexOf(turn);
    const message = said === undefined ? [] : (messages.get(messageKey(session, turn, said.by)) ?? []);
    const position = message.indexOf(at);
    const prompt = messages.get(messageKey(session, turn, "user")) ?? [];
    const reply = messages.get(messageKey(session, turns[place + 1] ?? -1, "user")) ?? [];
    const listed = said === undefined || said.heading === "" ? [] : message.filter(isUnder(said.heading));
    const asked = candidates[prompt[0] ?? -1]?.text ?? "";
    const names = text.match(NAME) ?? [];
    return Float64Array.of(
      ...(likeness[at] ?? []),
      share(own, subject),
      share(own, committed),
      turns.length - 1 - place,
      Number(place === turns.length - 1),
      turns.length,
      Number(sessionsAgo === 0),
      message.length,
      position / Math.max(1, message.length),
      listed.length,
      listed.indexOf(at),
      names.length,
      names.join("").length / Math.max(1, text.length),
      (text.match(/\d/g)?.length ?? 0) / Math.max(1, text.length),
      prompt.length,
      asked.length,
      Math.max(0, ...prompt.map((index) => (index === at ? 0 : share(own, words[index] ?? NO_WORDS)))),
      ...chances(message[0], ["fact", "none"]),
      ...chances(message[position - 1], ["decision", "next", "none"]),
      ...chances(message[position + 1], ["next"]),
      ...chances(prompt[0], ["decision", "fact", "none"]),
      ...chances(reply[0], ["decision", "reversal", "fact"]),
      Math.max(0, ...reply.map((index) => share(own, words[index] ?? NO_WORDS))),
    );
  });

  function isUnder(heading: string): (at: number) => boolean {
    return (at) => candidates[at]?.said?.heading === heading;
  }
}

const NO_WORDS: ReadonlySet<string> = new Set();
const NAME =
  /[a-z]\w*[A-Z]\w*|\w+_\w+|[\w-]+\.[a-z]{1,4}\b|--[\w-]+|#\d+|\b[0-9a-f]{7,10}\b|\b\w+\/\w+|\b[A-Z]{2,}\b/g;

function messageKey(session: string, turn: number, by: string): string {
  return `${session} ${turn} ${by}`;
}

/**
 * The mean cosine of each candidate to all, to those of later turns and to those of earlier ones, and how rare its words
 * are, on average and at most. Sums of unit vectors stand for the pairs.
 */
function likenessIn(
  candidates: readonly Candidate[],
  words: readonly ReadonlySet<string>[],
): readonly (readonly number[])[] {
  const turnsOf = new Map<string, Set<number>>();
  const byTurn = new Map<number, number[]>();
  candidates.forEach(({ turnsAgo }, at) => {
    const members = byTurn.get(turnsAgo) ?? [];
    members.push(at);
    byTurn.set(turnsAgo, members);
    for (const word of words[at] ?? []) turnsOf.set(word, (turnsOf.get(word) ?? new Set()).add(turnsAgo));
  });
  const rarity = (word: string) => Math.log((byTurn.size + 1) / (turnsOf.get(word)?.size ?? 1));
  const vectors = words.map((own) => {
    const values = [...own].map((word) => [word, rarity(word)] as const);
    const norm = Math.hypot(...values.map(([, value]) => value)) || 1;
    return values.map(([word, value]) => [word, value / norm] as const);
  });
  const ascending = [...byTurn.keys()].sort((a, b) => a - b);
  const later = meansAlong(ascending);
  const earlier = meansAlong(ascending.toReversed());
  const all = new Map<string, number>();
  for (const vector of vectors) add(all, vector);
  return words.map((own, at) => {
    const rare = [...own].map(rarity);
    const mean = rare.reduce((sum, value) => sum + value, 0) / Math.max(1, rare.length);
    const near = dot(vectors[at] ?? [], all) / Math.max(1, candidates.length);
    return [near, later[at] ?? 0, earlier[at] ?? 0, mean, Math.max(0, ...rare)];
  });

  /** The mean cosine of each candidate to those of the turns before its own in this order. */
  function meansAlong(order: readonly number[]): number[] {
    const sum = new Map<string, number>();
    const means: number[] = [];
    let count = 0;
    for (const turn of order) {
      const members = byTurn.get(turn) ?? [];
      for (const at of members) means[at] = count === 0 ? 0 : dot(vectors[at] ?? [], sum) / count;
      for (const at of members) add(sum, vectors[at] ?? []);
      count += members.length;
    }
    return means;
  }
}

type Vector = readonly (readonly [string, number])[];

function add(sum: Map<string, number>, vector: Vector): void {
  for (const [word, value] of vector) sum.set(word, (sum.get(word) ?? 0) + value);
}

function dot(vector: Vector, sum: ReadonlyMap<string, number>): number {
  return vector.reduce((total, [word, value]) => total + value * (sum.get(word) ?? 0), 0);
}
