import { languageOfPrompts } from "../extra/extras.js";
import { settingOf } from "../model/fold/declared/declared.js";
import type { ProjectState } from "../model/fold/project.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { chooseLanguage, type Language } from "../text/words/language.js";

const MIN_VOTES = 3;

/**
 * The language set for the project, else that which the person asked for, else that of the session; if it has too few
 * words, that of the person's prompts; before the first words that of the machine.
 */
export function languageIn(
  state: ProjectState | undefined,
  session: SessionState | undefined,
  locale?: Language,
): Language {
  const set = state === undefined ? undefined : settingOf(state, "language");
  if (set === "en" || set === "fr") return set;
  const learned = state === undefined ? { en: 0, fr: 0 } : languageOfPrompts(state);
  if (learned.wish !== undefined) return learned.wish;
  const votes = session?.votes ?? { en: 0, fr: 0 };
  // A few English terms in a French prompt are no change of language.
  const isClear = Math.abs(votes.en - votes.fr) >= MIN_VOTES;
  const counted = isClear || state === undefined ? votes : learned;
  return counted.en + counted.fr === 0 && locale !== undefined ? locale : chooseLanguage(counted);
}
