import type { Draft, EventData } from "../../event/registry.js";
import type { Document } from "./document.js";
import type { PastDraft } from "./layout.js";
import { parseTime, type When } from "./time.js";

/** Dates a draft: by a time, or by a text that names one. */
export type Tell = (at: number | string | null | undefined, draft: Draft) => PastDraft;

/** Drafts without a readable time get the last one. */
export function teller(session: string, agent: string, last: number, when: When): Tell {
  const dated = (at: unknown) => (typeof at === "number" ? at : (parseTime(at, when) ?? last));
  return (at, draft) => ({ draft, at: dated(at), session, agent });
}

/** When something began and ended, by the first readable time of each list, else by the time of its document. */
export function spanOf(
  began: readonly unknown[],
  ended: readonly unknown[],
  { at }: Document,
  when: When,
): readonly [number, number] {
  const first = (texts: readonly unknown[]) => texts.flatMap((text) => parseTime(text, when) ?? [])[0];
  const last = first(ended) ?? at ?? when.now;
  return [Math.min(last, first(began) ?? last), last];
}

/** A tool call as other tools store it. */
export interface PastUse {
  readonly tool: string;
  readonly target?: string | null;
  readonly command?: string | null;
  readonly ok?: boolean;
  readonly ms?: number | null;
  readonly summary?: string | null;
}

export function finished(use: PastUse): Draft {
  const { ok = true, ms, summary } = use;
  const [, plus, minus] = /^\+?(\d+)?\s*(?:-(\d+))?/.exec(summary ?? "") ?? [];
  const data = {
    ...begunUse(use),
    ok,
    ms: typeof ms === "number" && Number.isFinite(ms) ? Math.round(ms) : undefined,
    added: summary?.startsWith("+") && plus !== undefined ? Number(plus) : undefined,
    removed: minus === undefined ? undefined : Number(minus),
  };
  return { type: "tool.finished", data };
}

/** A call without a known end. */
export function begun(use: PastUse): Draft {
  return { type: "tool.started", data: begunUse(use) };
}

/** A file that was changed by an unknown call. */
export function changed(path: string, action: "edit" | "write" | "delete" = "edit"): Draft {
  const tool = { edit: "Edit", write: "Write", delete: "Delete" }[action];
  return { type: "tool.finished", data: { tool, action, paths: [path], ok: true } };
}

/** Functions and types that were written in unknown files. */
export function declared(names: readonly string[]): Draft {
  return { type: "tool.finished", data: { tool: "Edit", action: "edit", ok: true, names: [...names] } };
}

export function planned(open: readonly string[]): Draft {
  const items = open.map((item) => ({ text: item, status: "open" as const }));
  return { type: "plan.updated", data: { mode: "whole", items } };
}

export function stated(
  kind: EventData<"fact.declared">["kind"],
  text: string,
  reason?: string | null,
  rejected: readonly string[] = [],
): Draft {
  const others = rejected.length === 0 ? undefined : [...rejected];
  const data = { kind, text, reason: reason || undefined, rejected: others, by: "agent" } as const;
  return { type: "fact.declared", data };
}

export function summarized(summary: string): Draft {
  return { type: "compaction.finished", data: { trigger: "import", summary } };
}

function begunUse({ tool, target, command }: PastUse): EventData<"tool.started"> {
  const action = actionOf(tool);
  const aim = command ?? target ?? "";
  if (aim === "") return { tool, action };
  if (action === "shell") return { tool, action, command: aim };
  return FILE_ACTIONS.includes(action) ? { tool, action, paths: [aim] } : { tool, action, target: aim };
}

type Action = EventData<"tool.started">["action"];

const ACTIONS: readonly (readonly [RegExp, Action])[] = [
  [/^(?:multi_?edit|edit|edit_file|notebookedit|apply_patch|str_replace.*|replace)$/, "edit"],
  [/^(?:write|write_file|create|create_file)$/, "write"],
  [/^(?:delete|delete_file|remove|remove_file)$/, "delete"],
  [/^(?:read|read_file|view|cat|open)$/, "read"],
  [/^(?:grep|glob|search|websearch|webfetch|ls|list|find|list_directory)$/, "search"],
  [/^(?:bash|shell|sh|run|exec|execute|terminal|run_shell_command|run_command)$/, "shell"],
  [/^(?:todowrite|update_plan|taskcreate|taskupdate|exitplanmode)$/, "plan"],
  [/^(?:task|agent|subagent)$/, "agent"],
];

const FILE_ACTIONS: readonly Action[] = ["edit", "write", "delete", "read"];

function actionOf(tool: string): Action {
  const name = tool.toLowerCase();
  return ACTIONS.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
}

interface Ending {
  readonly message?: string;
  readonly reason?: string;
}

/** The past of a session from its start to its end. A session of another tool counts as over when it is imported. */
export function wholeSession(
  tell: Tell,
  [start, last]: readonly [number, number],
  past: readonly PastDraft[],
  { message = "", reason = "imported" }: Ending = {},
): PastDraft[] {
  return [
    tell(start, { type: "session.started", data: { source: "unknown" } }),
    ...past,
    tell(last, { type: "turn.ended", data: { message } }),
    tell(last, { type: "session.ended", data: { reason } }),
  ];
}

export function asked(text: string, topics?: readonly string[]): Draft {
  return { type: "prompt.submitted", data: { text, topics: topics?.length ? [...topics] : undefined } };
}
