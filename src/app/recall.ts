import type { Recalled, Recollection, Saying } from "../compose/recollection.js";
import { isTelling, wordsOf } from "../detect/topic.js";
import { activePins, declaredFacts } from "../fold/declared.js";
import type { SessionState, TurnState } from "../fold/session-state.js";
import type { Store } from "../store/port.js";

export interface RecallOptions {
  readonly limit?: number;
  readonly now: number;
  /** The session that asks: the turn in which it does is not an answer. */
  readonly asking?: string;
}

const USUAL = 5;
const MOST_TURNS = 2_000;
const MOST_SESSIONS = 400;
// Of the question's words, by their weight: less is chance.
const LEAST_SHARE = 0.25;

/** Looks for a question's words in what is known of the project: the rarer a shared word the better, then the newer. */
export function recall(
  store: Store,
  project: string,
  query: string,
  { limit = USUAL, now, asking }: RecallOptions,
): Recalled {
  const words = questionWords(query);
  const nothing = { query, words, searched: 0, matched: 0, memories: [] };
  if (words.length === 0) return nothing;
  const memories = [...declared(store, project, now), ...lived(store, project, asking)];
  const stems = words.map((word) => word.slice(0, Math.max(Math.min(3, word.length), word.length - 2)));
  const candidates = memories.flatMap((memory) => {
    const text = plain(memory.fields.map((field) => field.text).join("\n"));
    return stems.some((stem) => text.includes(stem)) ? [read(memory, text, words)] : [];
  });
  const found = score(candidates, words, memories.length, plain(query).trim());
  return {
    ...nothing,
    searched: memories.length,
    matched: found.length,
    memories: found.slice(0, limit),
  };
}

type Remembered = Omit<Recollection, "score">;

interface Field {
  readonly text: string;
  readonly weight: number;
}

interface Memory {
  readonly fields: readonly Field[];
  readonly recollection: Remembered;
}

interface Candidate {
  readonly memory: Memory;
  readonly text: string;
  /** How well each word of the question stands in it, 0 where it does not. */
  readonly strength: readonly number[];
}

/** The words that tell; where there are none, all of them: "CI", "a b". */
function questionWords(query: string): string[] {
  const words = wordsOf(query);
  return [...new Set(words.length > 0 ? words : (plain(query).match(/\S+/g) ?? []))].slice(0, 24);
}

function* declared(store: Store, project: string, now: number): Iterable<Memory> {
  const state = store.project(project);
  if (state === undefined) return;
  for (const { id, text, createdAt } of activePins(state, now))
    yield { fields: [{ text, weight: 3 }], recollection: remembered(id, createdAt, "pinned", "user", text) };
  for (const { id, kind, text, reason, rejected, by, at, session } of declaredFacts(state)) {
    const whole = [
      `${kind}: ${text}`,
      ...(reason === undefined ? [] : [`(${reason})`]),
      ...(rejected === undefined || rejected.length === 0 ? [] : [`[rejected: ${rejected.join(", ")}]`]),
    ].join(" ");
    const recollection = { ...remembered(id, at, "declared", by, whole), session };
    yield { fields: [{ text: whole, weight: 3 }], recollection };
  }
}

function remembered(id: string, at: number, as: Saying["as"], by: Saying["by"], text: string): Remembered {
  return { id, at, said: [{ by, as, text }], files: [] };
}

function* lived(store: Store, project: string, asking: string | undefined): Iterable<Memory> {
  let left = MOST_TURNS;
  for (const session of store.sessions({ project, worked: true, limit: MOST_SESSIONS })) {
    yield* ofSession(session);
    for (const turn of store.turns(project, session.session).reverse()) {
      if (left-- <= 0) return;
      const isPresent = session.session === asking && turn.endedAt === undefined;
      if (!isPresent) yield ofTurn(session, turn);
    }
  }
}

function ofTurn({ session }: SessionState, turn: TurnState): Memory {
  const { request, closing = "", edited, seen, commands, branch } = turn;
  const said: Saying[] = [
    { by: "user", as: "asked", text: request },
    { by: "agent", as: "answered", text: closing },
    { by: "tool", as: "ran", text: commands.slice(-6).join(" · ") },
  ];
  const fields = [
    { text: request, weight: 3 },
    { text: edited.join("\n"), weight: 2.5 },
    { text: closing, weight: 2 },
    { text: commands.join("\n"), weight: 1.5 },
    { text: `${seen.join("\n")}\n${branch ?? ""}`, weight: 1 },
  ];
  const files = [...edited, ...seen.filter((path) => !edited.includes(path))].slice(0, 12);
  const where = branch === undefined ? {} : { branch };
  return {
    fields,
    recollection: { at: turn.at, session, ...where, files, said: said.filter(({ text }) => text !== "") },
  };
}

function* ofSession({ session, branch, plan, proposal, compaction, lastAt }: SessionState): Iterable<Memory> {
  const where = branch === undefined ? {} : { branch };
  const one = (at: number, as: Saying["as"], text: string): Memory => ({
    fields: [{ text, weight: 2 }],
    recollection: { at, session, ...where, files: [], said: [{ by: "agent", as, text }] },
  });
  const items = plan.map((item) => `${item.text} (${item.status})`).join("; ");
  if (items !== "") yield one(lastAt, "planned", items);
  if (proposal !== undefined) yield one(lastAt, "planned", proposal.text);
  if (compaction !== undefined) yield one(compaction.at, "summarised", compaction.summary);
}

function read(memory: Memory, text: string, words: readonly string[]): Candidate {
  const fields = memory.fields.map(({ text, weight }) => ({ words: new Set(wordsOf(text)), weight }));
  const strength = words.map((word) => {
    let best = 0;
    for (const field of fields) {
      if (field.weight > best && field.words.has(word)) best = field.weight;
      else if (word.length >= 4 && field.weight / 2 > best && hasStart(field.words, word))
        best = field.weight / 2;
    }
    // Words too short to be told apart otherwise.
    return best === 0 && word.length < 3 && text.includes(` ${word} `) ? 1 : best;
  });
  return { memory, text, strength };
}

function hasStart(words: ReadonlySet<string>, start: string): boolean {
  for (const word of words) if (word.startsWith(start)) return true;
  return false;
}

function score(
  candidates: readonly Candidate[],
  words: readonly string[],
  searched: number,
  phrase: string,
): Recollection[] {
  const rarity = words.map((word, at) => {
    const holding = candidates.filter(({ strength }) => (strength[at] ?? 0) > 0).length;
    return Math.log(1 + (searched - holding + 0.5) / (holding + 0.5)) * (isTelling(word) ? 1 : 0.5);
  });
  const all = rarity.reduce((sum, weight) => sum + weight, 0);
  return candidates
    .flatMap(({ memory, text, strength }) => {
      const held = rarity.reduce((sum, weight, at) => sum + ((strength[at] ?? 0) > 0 ? weight : 0), 0);
      const share = all === 0 ? 0 : held / all;
      if (share < LEAST_SHARE) return [];
      const plainScore = rarity.reduce((sum, weight, at) => sum + weight * (strength[at] ?? 0), 0);
      const isWhole = words.length > 1 && text.includes(phrase);
      const value = plainScore * (0.4 + 0.6 * share) * (isWhole ? 1.5 : 1);
      return [{ ...memory.recollection, score: Math.round(value * 1_000) / 1_000 }];
    })
    .sort((a, b) => b.score - a.score || b.at - a.at);
}

/** Lower case, signs as blanks, a blank at either end. */
function plain(text: string): string {
  return ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
}
