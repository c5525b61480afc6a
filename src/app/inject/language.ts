import { chooseLanguage, type Language } from "../../detect/language.js";
import { settingOf } from "../../fold/declared/declared.js";
import type { Style } from "../../fold/profile/profile.js";
import type { ProjectState } from "../../fold/project.js";
import type { SessionState } from "../../fold/session/session-state.js";
import type { Asker } from "./asker.js";

const FEW_WORDS = 3;

/** What was set by hand, else what the session was written in; where it says too little, what the person writes in. */
export function languageFor(
  { language }: Asker,
  state: ProjectState | undefined,
  session: SessionState | undefined,
): Language {
  if (language !== undefined) return language;
  const set = state === undefined ? undefined : settingOf(state, "language");
  if (set === "en" || set === "fr") return set;
  const votes = session?.votes ?? { en: 0, fr: 0 };
  const isClear = votes.en + votes.fr >= FEW_WORDS;
  return chooseLanguage(isClear ? votes : (state?.learned.language ?? votes));
}

export function styleIn(state: ProjectState | undefined): Style {
  return state !== undefined && settingOf(state, "style") === "codes" ? "codes" : "prose";
}
