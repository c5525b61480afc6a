import type { Draft, EventData } from "../../event/registry.js";
import type { PastDraft } from "./layout.js";

export type Tell = (at: number, draft: Draft) => PastDraft;

export function teller(session: string, agent: string): Tell {
  return (at, draft) => ({ draft, at, session, agent });
}

/** A tool call as other tools store it. */
export interface PastUse {
  readonly tool: string;
  readonly target?: string | null | undefined;
  readonly command?: string | null | undefined;
  readonly ok?: boolean | undefined;
  readonly ms?: number | null | undefined;
  readonly summary?: string | null | undefined;
}

export function finished(use: PastUse): Draft {
  const { ok = true, ms } = use;
  const counts = /^\+?(\d+)?\s*(?:-(\d+))?/.exec(use.summary ?? "") ?? [];
  return {
    type: "tool.finished",
    data: {
      ...begunUse(use),
      ok,
      ...(typeof ms === "number" && Number.isFinite(ms) ? { ms: Math.round(ms) } : {}),
      ...(use.summary?.startsWith("+") && counts[1] !== undefined ? { added: Number(counts[1]) } : {}),
      removed: counts[2] === undefined ? undefined : Number(counts[2]),
    },
  };
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

export function planned(open: readonly string[]): Draft {
  const items = open.map((item) => ({ text: item, status: "open" as const }));
  return { type: "plan.updated", data: { mode: "whole", items } };
}

export function stated(kind: EventData<"fact.declared">["kind"], text: string, more: Grounds = {}): Draft {
  const { reason, rejected = [] } = more;
  return {
    type: "fact.declared",
    data: {
      kind,
      text,
      ...(reason ? { reason } : {}),
      ...(rejected.length === 0 ? {} : { rejected: [...rejected] }),
      by: "agent",
    },
  };
}

interface Grounds {
  readonly reason?: string | null | undefined;
  readonly rejected?: readonly string[] | undefined;
}

function begunUse({ tool, target, command }: PastUse): EventData<"tool.started"> {
  const action = actionOf(tool);
  const aim = command ?? target ?? "";
  if (aim === "") return { tool, action };
  if (action === "shell") return { tool, action, command: aim };
  return isOfFile(action) ? { tool, action, paths: [aim] } : { tool, action, target: aim };
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

function actionOf(tool: string): Action {
  const name = tool.toLowerCase();
  return ACTIONS.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
}

function isOfFile(action: Action): boolean {
  return action === "edit" || action === "write" || action === "delete" || action === "read";
}

/** The past of a session from its start to its end. A session of another tool counts as over when it is imported. */
export function wholeSession(
  tell: Tell,
  [start, last]: readonly [number, number],
  past: readonly PastDraft[],
  { message = "", reason = "imported" }: { readonly message?: string; readonly reason?: string } = {},
): PastDraft[] {
  return [
    tell(start, { type: "session.started", data: { source: "unknown" } }),
    ...past,
    tell(last, { type: "turn.ended", data: { message } }),
    tell(last, { type: "session.ended", data: { reason } }),
  ];
}

export function asked(text: string): Draft {
  return { type: "prompt.submitted", data: { text } };
}
