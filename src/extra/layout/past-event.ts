import { type Bounds, boundsWith, CAP } from "../../capture/bound.js";
import { hash64, projectPath } from "../../capture/place/path.js";
import type { Draft } from "../../event/registry.js";
import type { PastEvent } from "../../journal/append-past.js";
import { redactMessage } from "../../library/message/redact-message.js";
import type { Redact } from "../../redact/redactor.js";
import type { LayoutName, PastDraft } from "./layout.js";

// Ids made by devices contain no capitals, so the letter shows which layout an event came from.
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
 * The events that the files of a layout report, in order. The same event gets the same id, whichever file reports it and
 * however often; two equal ones at the same time are two.
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
      // A clock that was ahead must not put imported events after all that are still to come.
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

const MAX_PLAN_ITEMS = 60;
const MAX_REJECTED = 8;
const MAX_NAMES = 60;
const MAX_TOPICS = 5;

/** Redacts and shortens an event of another tool as capture does with its own. Undefined if nothing is left. */
export function boundPast(past: PastDraft, root: string, redact: Redact): PastDraft | undefined {
  const bounds = boundsWith(redact);
  const { boundName } = bounds;
  const locate = (path: string) => boundName(projectPath(path, root, root), CAP.path);
  const draft =
    past.draft.type === "message.added"
      ? { ...past.draft, data: redactMessage(past.draft.data, redact) }
      : boundDraft(past.draft, locate, bounds);
  if (draft === undefined) return undefined;
  return { ...past, draft, session: boundName(past.session), agent: boundName(past.agent) };
}

type Locate = (path: string) => string;

function boundDraft(draft: Draft, locate: Locate, bounds: Bounds): Draft | undefined {
  const { bound, boundName } = bounds;
  switch (draft.type) {
    case "prompt.submitted": {
      const { text, cut } = bounds.bounded(draft.data.text, CAP.prompt);
      const topics = draft.data.topics?.slice(0, MAX_TOPICS).map((topic) => boundName(topic, CAP.topic));
      return { ...draft, data: { text, cut: cut || undefined, topics } };
    }
    case "turn.ended":
      return { ...draft, data: { message: bound(draft.data.message, CAP.message) } };
    case "compaction.finished":
      return { ...draft, data: { ...draft.data, summary: bound(draft.data.summary, CAP.summary) } };
    case "tool.started":
      return { ...draft, data: boundUse(draft.data, locate, bounds) };
    case "tool.finished": {
      const names = draft.data.names?.slice(0, MAX_NAMES).map((name) => boundName(name));
      return { ...draft, data: { ...boundUse(draft.data, locate, bounds), names } };
    }
    case "plan.updated": {
      const items = draft.data.items
        .slice(0, MAX_PLAN_ITEMS)
        .map((item) => ({ ...item, text: item.text && boundName(item.text, CAP.planItem) }));
      return { ...draft, data: { ...draft.data, items } };
    }
    case "fact.declared": {
      const { text, reason, rejected } = draft.data;
      const data = {
        ...draft.data,
        text: boundName(text, CAP.fact),
        reason: reason && boundName(reason, CAP.fact),
        rejected: rejected?.slice(0, MAX_REJECTED).map((other) => boundName(other, CAP.rule)),
      };
      return data.text === "" ? undefined : { ...draft, data };
    }
    case "pin.added": {
      const text = boundName(draft.data.text, CAP.pin);
      return text === "" ? undefined : { ...draft, data: { ...draft.data, text } };
    }
    case "rule.added": {
      const text = boundName(draft.data.text, CAP.rule);
      return text === "" ? undefined : { ...draft, data: { text } };
    }
    case "profile.set":
      return { ...draft, data: { key: draft.data.key, value: boundName(draft.data.value) } };
    case "session.ended":
      return { ...draft, data: { reason: boundName(draft.data.reason) } };
    case "memory.recalled":
      return { ...draft, data: { ...draft.data, query: boundName(draft.data.query, CAP.target) } };
    case "checkpoint.created":
      return { ...draft, data: { ...draft.data, checkpoint: boundName(draft.data.checkpoint) } };
    case "session.started":
      return draft;
    default:
      return undefined; // No layout has other events.
  }
}

interface Use {
  readonly tool: string;
  readonly paths?: string[];
  readonly command?: string;
  readonly target?: string;
}

function boundUse<T extends Use>(use: T, locate: Locate, { bound, boundName }: Bounds): T {
  const { tool, paths, command, target } = use;
  return {
    ...use,
    tool: boundName(tool),
    paths: paths?.map(locate),
    command: command && bound(command, CAP.command),
    target: target && bound(target, CAP.target),
  };
}
