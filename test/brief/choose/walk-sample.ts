import type { Walk } from "../../../src/brief/choose/history.js";
import { type Sight, type View, viewFrom } from "../../../src/brief/choose/view.js";
import type { Draft, TidemarkEvent } from "../../../src/event/registry.js";
import { foldFootprint } from "../../../src/model/fold/footprint/footprint.js";

/** A session that was told some items, then opened files and ran commands, one call each. */
export function walk(
  session: string,
  told: readonly string[],
  opened: readonly string[],
  ran: readonly string[] = [],
): Walk {
  const drafts: Draft[] = [
    { type: "injection.made", data: { surface: "start", chars: 99, keys: ["choice"], items: [...told] } },
    { type: "prompt.submitted", data: { text: "go on" } },
    ...opened.map((path): Draft => {
      const data = { tool: "Read", action: "read" as const, paths: [path], ok: true };
      return { type: "tool.finished", data };
    }),
    ...ran.map((command): Draft => {
      const data = { tool: "Bash", action: "shell" as const, command, ok: true };
      return { type: "tool.finished", data };
    }),
  ];
  const events = drafts.map(
    (draft, at) =>
      ({
        id: `${session}-${at}`,
        v: 1,
        at,
        clock: at,
        author: "a",
        project: "p",
        session,
        agent: "claude",
        ...draft,
      }) as TidemarkEvent,
  );
  return { session, footprint: foldFootprint(undefined, events) };
}

/** How it looks to a session that begins after these, the newest of which is the first. */
export function viewOf(walks: readonly Walk[], sight: Partial<Sight> = {}): View {
  return viewFrom({ walks, states: [], moment: "start", session: "new", now: 0, ...sight });
}
