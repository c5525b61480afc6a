import type { DeclaredFact } from "../../fold/declared/declared-fact.js";
import { clean, shorten } from "./clean.js";
import type { Phrases } from "./phrase.js";

const LONGEST_NAME = 60;

/** The branch of git on which alone something holds, in words; undefined for what holds here. */
export function stagedOn(branch: string | undefined, phrases: Phrases): string | undefined {
  const name = shorten(clean(branch ?? ""), LONGEST_NAME);
  return name === "" ? undefined : phrases.staged(name);
}

/** A fact's text of a length, with the mark of where it holds. */
export function factText(
  { text, branch, isStaged }: Pick<DeclaredFact, "text" | "branch" | "isStaged">,
  longest: number,
  phrases: Phrases,
): string {
  const short = shorten(clean(text), longest);
  const mark = isStaged === true ? stagedOn(branch, phrases) : undefined;
  return mark === undefined || short === "" ? short : `${short} (${mark})`;
}
