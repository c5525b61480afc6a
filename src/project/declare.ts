import { stripAnsi } from "../ansi.js";
import { boundsWith, CAP } from "../capture/bound.js";
import { tellPlace } from "../capture/place/identify-project.js";
import { projectSeen } from "../capture/record.js";
import { TidemarkError } from "../error.js";
import type { Draft } from "../event/registry.js";
import { now } from "../host/clock.js";
import { append } from "../journal/append.js";
import type { Here } from "./here.js";

/** The session in which something is declared, and its agent. A person at the command line is in none. */
export interface Speaker {
  readonly session: string;
  readonly agent: string;
}

/** What a declaration is known by from now on. */
export interface Declaration {
  readonly id: string;
  readonly at: number;
}

const NOBODY: Speaker = { session: "", agent: "" };

/** Writes down what was declared. It needs the journal alone, not the database. */
export function declare(
  { home, redact, project, place, learned }: Here,
  draft: Draft,
  speaker: Speaker = NOBODY,
): Declaration {
  const bounds = boundsWith(redact);
  const branch = place.branch === undefined ? {} : { branch: bounds.boundName(place.branch) };
  const at = now();
  // Nobody's session met the place: one that is only spoken of has not come to life by it.
  if (learned !== undefined) {
    append(home, [projectSeen(learned, bounds)], { ...NOBODY, at, project, ...branch });
    tellPlace(home, place);
  }
  const event = append(home, [draft], { ...speaker, at, project, ...branch }).at(-1);
  if (event === undefined) throw new Error("Nothing was appended.");
  return { id: event.id, at };
}

/** A declared text as it is kept: one line, without secrets and control characters, and cut to its cap. */
export function declaredText(
  { redact }: Pick<Here, "redact">,
  text: string,
  kind: "fact" | "pin" | "rule" | "topic" | "name",
): string {
  // Redacted as it came, because a key runs over lines, and again as it is kept, where nothing hides inside a token.
  const { text: kept, cut } = boundsWith(redact).bounded(oneLine(redact(text)), CAP[kind]);
  if (cut > 0) return `${kept.slice(0, CAP[kind] - 1).toWellFormed()}…`;
  if (kept !== "") return kept;
  throw new TidemarkError("bad-argument", "There is no text in it.", { hint: "Say it in a few words." });
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// Those that reorder what is read, or hide inside a word.
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

function oneLine(text: string): string {
  return stripAnsi(text).replace(UNSEEN, "").replace(CONTROL, " ").replace(/\s+/g, " ").trim();
}
