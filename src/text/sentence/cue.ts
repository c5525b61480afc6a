import { memo } from "../words/memo.js";
import { holdsAny, type Keywords, keywordsOf } from "../words/wording.js";
import { CHOICE_CUES } from "./cue-choice.js";
import { WORK_CUES } from "./cue-work.js";

/** What a sentence may show, in lower case. One of the keywords occurs wherever the pattern matches; "" occurs everywhere. */
export type Cue = readonly [name: string, keywords: string, pattern: RegExp];

/** The learned weights say what each is worth; French stands beside English. */
export const CUES: readonly Cue[] = [...CHOICE_CUES, ...WORK_CUES];

/** The names of the cues that a sentence shows. What stands before a sentence was mostly read just now. */
export const cuesIn = memo(
  (plain): readonly string[] => {
    const lower = plain.toLowerCase();
    const found: string[] = [];
    for (const { name, keywords, pattern } of tests())
      if (holdsAny(lower, keywords) && pattern.test(lower)) found.push(name);
    return found;
  },
  20,
  600,
);

interface Test {
  readonly name: string;
  readonly keywords: Keywords;
  readonly pattern: RegExp;
}

let made: readonly Test[] | undefined;

/** Made at the first use, because most hooks read no sentence. */
function tests(): readonly Test[] {
  made ??= CUES.map(([name, keywords, pattern]) => ({ name, keywords: keywordsOf(keywords), pattern }));
  return made;
}
