import { stripAnsi } from "../ansi.js";
import { boundsWith, CAP } from "../capture/bound.js";
import { markPlaceRecorded } from "../capture/place/identify-project.js";
import { projectSeen } from "../capture/record.js";
import { TidemarkError } from "../error.js";
import type { Draft } from "../event/registry.js";
import { now } from "../host/clock.js";
import { append } from "../journal/append.js";
import type { Here } from "./here.js";

/** The session in which something is declared, and its agent. Both are empty for a person at the command line. */
export interface Speaker {
  readonly session: string;
  readonly agent: string;
}

export interface Declaration {
  readonly id: string;
  readonly at: number;
}

const NOBODY: Speaker = { session: "", agent: "" };

/** Appends a declaration to the journal. It needs no database. */
export function declare(
  { home, redact, project, place, learned }: Here,
  draft: Draft,
  speaker: Speaker = NOBODY,
): Declaration {
  const bounds = boundsWith(redact);
  const branch = place.branch === undefined ? undefined : bounds.boundName(place.branch);
  const at = now();
  // Appended without a session: a session must not come to life because somebody names it.
  if (learned !== undefined) {
    append(home, [projectSeen(learned, bounds)], { ...NOBODY, at, project, branch });
    markPlaceRecorded(home, place);
  }
  const event = append(home, [draft], { ...speaker, at, project, branch }).at(-1);
  if (event === undefined) throw new Error("Nothing was appended.");
  return { id: event.id, at };
}

/** Cleans a declared text: one line, without secrets and control characters, cut to its limit. */
export function declaredText(
  { redact }: Pick<Here, "redact">,
  text: string,
  kind: "fact" | "pin" | "rule" | "topic" | "name",
): string {
  // Redacted twice: before joining lines, because a key spans several, and after, when nothing hides inside a token.
  const { text: kept, cut } = boundsWith(redact).bounded(oneLine(redact(text)), CAP[kind]);
  if (cut > 0) return `${kept.slice(0, CAP[kind] - 1).toWellFormed()}…`;
  if (kept !== "") return kept;
  throw new TidemarkError("bad-argument", "There is no text in it.", { hint: "Say it in a few words." });
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// Characters that reorder text or hide inside a word.
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

function oneLine(text: string): string {
  return stripAnsi(text).replace(INVISIBLE, "").replace(CONTROL, " ").replace(/\s+/g, " ").trim();
}
