import { shortId } from "../../model/fold/stamp.js";
import { clean, joinFitting, shorten } from "../../render/clean.js";
import { type Phrases, stagedOn } from "../../render/phrase.js";
import { isTelling, wordsOf } from "../../text/prose/topic.js";
import type { MadeDecision, Situation } from "../situation.js";
import { line, naming, type Origin, origin, type Source } from "../source.js";
import { declaredOrigins } from "./facts.js";

const MAX_CHARS = 130;
const MIN_CHARS = 40;
const SEPARATOR = "; ";

/** Decisions with their reasons and rejected alternatives. */
export function decided(situation: Situation, phrases: Phrases, ideal: number): Source[] {
  return listed(decisionsOf(situation), phrases, ideal, {
    because: "decided, the latest first",
    origins: decisionOrigins(situation),
  });
}

/** Those that the prompt mentions, and its session neither made nor received. */
export function decidedFor(
  situation: Situation,
  phrases: Phrases,
  { words, ideal }: { readonly words: ReadonlySet<string>; readonly ideal: number },
): Source[] {
  const { about, told } = situation;
  const news = decisionsOf(situation).filter(
    (decision) =>
      decision.session !== about?.session &&
      !told.has(itemOf(decision)) &&
      [decision.choice, ...decision.rejected].some((text) =>
        wordsOf(text).some((word) => isTelling(word) && words.has(word)),
      ),
  );
  return listed(news, phrases, ideal, {
    because: "decided earlier, and the prompt speaks of it",
    origins: decisionOrigins(situation),
  });
}

/** Declared decisions before found ones; those that hold here before those staged elsewhere. */
export function decisionsOf({ facts, decisions }: Situation): MadeDecision[] {
  const declared = facts
    .filter(({ kind }) => kind === "decision")
    .map(({ text, reason, rejected = [], session, branch, isStaged, origin }) => ({
      choice: text,
      rejected,
      session,
      ...(isStaged !== true || branch === undefined ? {} : { branch }),
      reason,
      origin,
    }));
  const all = [...declared, ...decisions];
  return [...all.filter((one) => one.branch === undefined), ...all.filter((one) => one.branch !== undefined)];
}

export function decisionOrigins({ facts, decisions }: Situation): Origin[] {
  return [
    ...declaredOrigins(facts, "decision"),
    ...decisions.map(({ session }) => origin("agent", ["turn.ended", "prompt.submitted"], { session })),
  ];
}

function listed(
  decisions: readonly MadeDecision[],
  phrases: Phrases,
  ideal: number,
  explained: Pick<Source, "because" | "origins">,
): Source[] {
  const said = decisions
    .map((decision) => ({ item: itemOf(decision), text: decisionText(decision, phrases) }))
    .filter(({ text }) => text !== "");
  const texts = said.map(({ text }) => text);
  const [first] = texts;
  if (first === undefined) return [];
  const minimum = Math.min(first.length, MIN_CHARS);
  const source = line({
    key: "decided",
    priority: 66,
    label: phrases.decided,
    minimum,
    ideal: Math.max(minimum, Math.min(texts.join(SEPARATOR).length, ideal)),
    ...explained,
    body: (room) => joinFitting(texts, SEPARATOR, room),
  });
  return [naming(said, source)];
}

/** A decision in a line: the choice, and in brackets its branch, reason and rejected alternatives. */
export function decisionText(
  { choice, reason, rejected, branch, origin: noted }: MadeDecision,
  phrases: Phrases,
  longest = MAX_CHARS,
): string {
  const where = stagedOn(branch, phrases);
  const more = [
    ...(where === undefined ? [] : [where]),
    ...(noted === undefined ? [] : [phrases.byModel]),
    ...(reason === undefined ? [] : [clean(reason)]),
    ...(rejected.length === 0 ? [] : [`${phrases.rejected}: ${rejected.map(clean).join(", ")}`]),
  ];
  const text = clean(choice);
  return shorten(more.length === 0 ? text : `${text} (${more.join("; ")})`, longest);
}

/** The item of a decision; a found one has no id of its own. */
function itemOf({ choice }: MadeDecision): string {
  return `decision:${shortId(choice)}`;
}
