import { conventionsHolding } from "../../brief/carried-over.js";
import { TidemarkError } from "../../error.js";
import { now, utcOffset } from "../../host/clock.js";
import { declare, declaredText, type Speaker } from "../../project/declare.js";
import type { Here } from "../../project/here.js";
import { itemsIn } from "../../project/items.js";
import type { Opened } from "../../project/open.js";
import { taskKindOf } from "../../text/prose/task-kind.js";
import { emptyProfile, type Profile, profileOf, SETTINGS } from "./profile.js";

const MAX_SESSIONS = 100;
/** Only the tasks of recent sessions count. */
const MAX_TASK_SESSIONS = 20;
const MAX_CONVENTIONS = 20;
/** Takes a setting back: from then on the value is learned again. */
const AUTO = "auto";

export function viewProfile({ store, project }: Pick<Opened, "store" | "project">): Profile {
  const state = store.project(project);
  if (state === undefined) return emptyProfile;
  const sessions = store.sessions({ project, worked: true, limit: MAX_SESSIONS });
  const tasks = sessions
    .slice(0, MAX_TASK_SESSIONS)
    .flatMap(({ session }) => store.turns(project, session))
    .flatMap(({ request }) => taskKindOf(request) ?? []);
  const conventions = conventionsHolding(store, state, MAX_CONVENTIONS, itemsIn({ store, project }));
  return profileOf(state, { sessions, utcOffsetMinutes: utcOffset(now()), tasks, conventions });
}

/** Sets a value of the profile, or leaves it to be learned if it is "auto". Returns it as it is stored. */
export function setProfile(
  here: Here,
  name: string,
  text: string,
  speaker?: Speaker,
): { key: string; value: string } {
  const key = keyOf(name);
  const value = text.trim().toLowerCase() === AUTO ? "" : valueFor(here, key, text);
  declare(here, { type: "profile.set", data: { key, value } }, speaker);
  return { key, value };
}

type Key = keyof typeof SETTINGS;

// "technical-level", "technical_level" and "technicalLevel" are one. Other tools say "emoji_usage".
function keyOf(name: string): Key {
  const plain = name
    .toLowerCase()
    .replace(/[-_\s]/g, "")
    .replace(/^emojiusage$/, "emoji");
  const found = keys.find((key) => key.toLowerCase() === plain);
  if (found !== undefined) return found;
  throw new TidemarkError("bad-argument", `There is no "${name}" in a profile.`, {
    hint: `Use one of: ${keys.join(", ")}`,
  });
}

function isKey(name: string): name is Key {
  return Object.hasOwn(SETTINGS, name);
}

const keys = Object.keys(SETTINGS).filter(isKey);

const YES_OR_NO: { readonly [said: string]: string } = { true: "yes", false: "no", on: "yes", off: "no" };

function valueFor(here: Here, key: Key, text: string): string {
  const choices: readonly string[] = SETTINGS[key];
  if (choices.length === 0) return declaredText(here, text, "name");
  const said = text.trim().toLowerCase();
  const value = choices.includes("yes") ? (YES_OR_NO[said] ?? said) : said;
  if (choices.includes(value)) return value;
  throw new TidemarkError("bad-argument", `${key} takes ${choices.join(", ")}; not "${text}".`, {
    hint: `Or "${AUTO}", to have it learned from your prompts.`,
  });
}
