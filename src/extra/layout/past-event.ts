import { hash64 } from "../../capture/place/path.js";
import type { PastEvent } from "../../journal/append-past.js";
import type { LayoutName, PastDraft } from "./layout.js";

// A capital stands in no id that a device made by itself: so it is seen at once from where an event came.
const LETTER: { readonly [N in LayoutName]: string } = {
  "ai-folder": "A",
  "active-file": "F",
  "current-session": "C",
  "session-folder": "S",
};
const TIME = 9;

/** Whether an event was made from a file of this layout. */
export function isFrom(layout: LayoutName, { id }: { readonly id: string }): boolean {
  return id[TIME] === LETTER[layout];
}

/**
 * Events of what files of a layout say, in the order of their happening. The same happening gives the same id, whichever
 * file tells of it and however often; what was found twice at one moment is two.
 */
export function pastEvents(
  layout: LayoutName,
  project: string,
  drafts: readonly PastDraft[],
  now: number,
): PastEvent[] {
  const met = new Map<string, number>();
  const clocks = new Map<string, number>();
  return [...drafts]
    .sort((a, b) => a.at - b.at)
    .map(({ draft, at, session, agent }) => {
      const happening = JSON.stringify([project, layout, session, agent, at, draft.type, draft.data]);
      const nth = (met.get(happening) ?? 0) + 1;
      met.set(happening, nth);
      // A clock that was ahead must not put what was imported after all that is still to come.
      const time = Math.min(at, now);
      const clock = Math.max(time, (clocks.get(session) ?? 0) + 1);
      clocks.set(session, clock);
      return { id: idOf(layout, at, `${happening}${nth}`), draft, at: time, clock, project, session, agent };
    });
}

function idOf(layout: LayoutName, at: number, happening: string): string {
  const time = Math.max(0, Math.floor(at)).toString(36).padStart(TIME, "0").slice(-TIME);
  return time + LETTER[layout] + hash64(happening).slice(0, 14);
}
