import { wordsOf } from "../../text/prose/topic.js";
import { LABELS } from "../../text/sentence/label.js";
import { share } from "../choose/words.js";
import { type Candidate, KINDS } from "./candidate.js";
import { RELATIONS, relationsIn } from "./relation.js";

/** All candidates of one question, with what they are compared by. */
export interface Pool {
  readonly candidates: readonly Candidate[];
  readonly words: readonly ReadonlySet<string>[];
  /** In how many turns each word occurs. */
  readonly turnsOf: ReadonlyMap<string, number>;
  readonly relations: readonly Float64Array[];
  /** What the hot line of work is about: its title and branch. */
  readonly subject: string;
}

export function poolOf(candidates: readonly Candidate[], subject: string): Pool {
  const words = candidates.map(({ text }) => new Set(wordsOf(text)));
  const turns = new Map<string, Set<number>>();
  candidates.forEach(({ turnsAgo }, at) => {
    for (const word of words[at] ?? []) {
      const seen = turns.get(word) ?? new Set();
      turns.set(word, seen.add(turnsAgo));
    }
  });
  const turnsOf = new Map([...turns].map(([word, seen]) => [word, seen.size]));
  const relations = relationsIn({ candidates, words, subject: new Set(wordsOf(subject)) });
  return { candidates, words, turnsOf, relations, subject };
}

/** Patterns of words that tell what a sentence is for. */
const CUES: readonly RegExp[] = [
  /\b(?:done|fixed|added|updated|created|implemented|removed|committed|pushed|all tests|pass(?:es|ed|ing)?|complete|merged|now|fait|ajouté|corrigé)\b/i,
  /\b(?:next|remaining|still|todo|not yet|needs? to|should|want me to|would you like|pending|left|follow-?up|later|reste|ensuite)\b/i,
  /\b(?:instead|rather|prefer|let's|we'll|keep|only|don't|do not|no need|should be|decid\w*|option|go with|use|plutôt|gardons|garde)\b/i,
  /\b(?:fail\w*|error|broken|bug|issue|doesn.t work|cannot|blocked|wrong|échoue|erreur)\b/i,
  /\b(?:always|never|must|please don|make sure|avoid|every|toujours|jamais)\b/i,
  /\b(?:because|since|so that|due to|root cause|reason|the (?:problem|issue) (?:is|was)|parce que|car)\b/i,
  /\?$/,
  /\b(?:now|currently|at this point|maintenant)\b/i,
  /\b(?:PR|pull request|branch|commit|merge|rebase|push)\b|#\d+/i,
  /^(?:what|why|how|can|could|is|are|do|does|where|which|comment|pourquoi|quel)\b/i,
  /[\w./-]+\.(?:tsx?|m?js|go|py|rs|md|json|ya?ml|sh|toml|cs|css|html|sql|java|rb|php|kt|swift)\b/,
  /`/,
  /\d/,
  /[a-z][A-Z]|_[a-z]|[A-Z]{2,}/,
  /\b[0-9a-f]{7,10}\b/,
  /https?:/,
  /\bplan\b/i,
  /^\W*\w*(?:ed| built|wrote|made|ran)\b/i,
  /^[a-z]/,
  /^(?:here(?:'s| is| are)|summary|the following|what (?:i|changed)|this (?:means|is)|perfect|great|good|let me|now (?:let|i))/i,
];
const HEADINGS: readonly RegExp[] = [
  /summary|changes|done|complete|result|fix|added|updat|implement/i,
  /next|remaining|todo|open|follow|pending|still|left/i,
  /plan|step|verif|test/i,
  /context|background|problem|why/i,
  /decision|option|constraint|important|note/i,
];

/** Features of a sentence, once for each kind of speaker. */
const SENTENCE_FEATURES = CUES.length + HEADINGS.length + 21;
const SPEAKERS = 2;
const PLAIN_FEATURES = 15;
const FEATURES = KINDS.length + PLAIN_FEATURES + LABELS.length + RELATIONS + SPEAKERS * SENTENCE_FEATURES;

/** The features of a candidate in its pool. The order is that of the learned weights. */
export function featuresOf(pool: Pool, at: number): Float64Array {
  const x = new Float64Array(FEATURES);
  const candidate = pool.candidates[at];
  if (candidate === undefined) return x;
  const { kind, text, said, turn, isHot, turnsAgo, sessionsAgo, isOnBranch, edits, isClosed } = candidate;
  const words = pool.words[at] ?? new Set<string>();
  let n = 0;
  const put = (value: number | boolean | undefined) => {
    x[n++] = Number(value ?? 0);
  };
  for (const known of KINDS) put(kind === known);
  const isSentence = said !== undefined;
  const age = Math.log1p(turnsAgo);
  const echo = echoOf(pool, at);
  put(meanTurns(pool, words));
  put(Math.min(sessionsAgo, 4));
  put(age);
  put(isSentence ? 0 : age);
  put(isSentence ? 0 : turnsAgo === 0);
  put(isSentence ? 0 : sessionsAgo === 0);
  put(isSentence ? 0 : isOnBranch === true);
  put(isSentence ? 0 : isOnBranch === false);
  put(echo);
  put(echo * age);
  put(Math.log1p(words.size));
  put(rarity(pool, words));
  put(Math.min(text.length, 300) / 100);
  put(isHot);
  put(Math.log1p(turn));
  for (let label = 0; label < LABELS.length; label++)
    put(said?.chances === undefined ? 0 : Math.log((said.chances[label] ?? 0) / 100 + 0.005));
  for (const value of pool.relations[at] ?? []) put(value);
  if (said === undefined) return x;
  n += said.by === "user" ? 0 : SENTENCE_FEATURES;
  const { index, count, heading, isBullet, chances = [] } = said;
  const chance = (label: (typeof LABELS)[number]) => (chances[LABELS.indexOf(label)] ?? 0) / 100;
  for (const cue of CUES) put(cue.test(text));
  for (const cue of HEADINGS) put(heading !== "" && cue.test(heading));
  put(turnsAgo === 0);
  put(age);
  put(Math.min(sessionsAgo, 4));
  put(index === 0);
  put(index === 1);
  put(index >= count - 1);
  put(Math.log1p(index));
  put(Math.log1p(count));
  put(Math.min(text.length, 300) / 100);
  put(text.length < 30);
  put(text.length > 220);
  put(isBullet);
  put(isOnBranch === true);
  put(isOnBranch === false);
  put(Math.log1p(edits));
  put(turnsAgo === 0 && !isClosed);
  put((chance("decision") + chance("reversal")) * age);
  put(chance("next") * Number(turnsAgo === 0));
  put(chance("done") * Number(turnsAgo === 0));
  put(turn <= 1);
  put(isHot);
  return x;
}

/** How much of a sentence later ones say again, from 0 to 1. */
function echoOf({ candidates, words }: Pool, at: number): number {
  const own = words[at];
  const turnsAgo = candidates[at]?.turnsAgo ?? 0;
  if (own === undefined || own.size === 0) return 0;
  let most = 0;
  candidates.forEach((other, index) => {
    if (other.turnsAgo < turnsAgo) most = Math.max(most, share(own, words[index] ?? new Set()));
  });
  return most;
}

function meanTurns({ turnsOf }: Pool, words: ReadonlySet<string>): number {
  let sum = 0;
  for (const word of words) sum += Math.log1p(turnsOf.get(word) ?? 0);
  return words.size === 0 ? 0 : sum / words.size;
}

function rarity({ turnsOf }: Pool, words: ReadonlySet<string>): number {
  let sum = 0;
  for (const word of words) sum += 1 / (turnsOf.get(word) ?? 1);
  return words.size === 0 ? 0 : sum / words.size;
}
