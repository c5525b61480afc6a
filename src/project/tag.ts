import { TidemarkError } from "../error.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import type { Redact } from "../redact/redactor.js";
import { declare } from "./declare.js";
import { findSession, type Opened } from "./open.js";

const MAX_TAGS = 50;

export interface Tagged {
  readonly session: SessionState;
  readonly before: readonly string[];
  readonly tags: readonly string[];
}

/** Adds and removes tags of a session. The whole set is written, and the latest set holds. */
export function tagSession(
  opened: Opened,
  id: string,
  { add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Tagged {
  const session = findSession(opened, id);
  const before = session.tags ?? [];
  const gone = new Set(remove.map((tag) => readTag(tag, opened.redact)));
  const unknown = [...gone].find((tag) => !before.includes(tag));
  if (unknown !== undefined) {
    throw new TidemarkError("not-found", `The session has no tag "${unknown}".`, {
      hint: before.length === 0 ? "It has none." : `It has: ${before.join(", ")}`,
    });
  }
  const tags = [...new Set([...before, ...add.map((tag) => readTag(tag, opened.redact))])]
    .filter((tag) => !gone.has(tag))
    .sort();
  if (tags.length > MAX_TAGS)
    throw new TidemarkError(
      "bad-argument",
      `A session takes ${MAX_TAGS} tags at most, and would have ${tags.length}.`,
    );
  const isSame = tags.length === before.length && tags.every((tag) => before.includes(tag));
  // Without a branch: the person's branch says nothing about the session's.
  const place = { root: opened.place.root };
  const here = { ...opened, project: session.project, place, learned: undefined };
  const speaker = { session: session.session, agent: session.agent };
  if (!isSame) declare(here, { type: "session.tagged", data: { tags } }, speaker);
  return { session, before, tags };
}

/** Normalises a tag or throws. */
function readTag(text: string, redact: Redact): string {
  const tag = text.trim().toLowerCase();
  if (!/^[\w.:/-]{1,40}$/.test(tag)) {
    throw new TidemarkError("bad-argument", `"${text}" is no tag.`, {
      hint: "A tag is one word of letters, digits, and . : / - _, 40 characters at most.",
    });
  }
  if (redact(text) !== text)
    throw new TidemarkError("bad-argument", "That looks like a secret, and is no tag.");
  return tag;
}
