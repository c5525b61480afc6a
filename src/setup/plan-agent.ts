import { connectedFiles } from "../agent/known-agent.js";
import type { Advice, AgentSetup, Part, Scope } from "../agent/setup.js";
import type { Env } from "../host/env.js";
import { readUserFile } from "../host/file/user-file.js";
import { atPath, textOf } from "../host/file/user-text.js";
import type { Redact } from "../redact/redactor.js";
import { unifiedDiff } from "./diff.js";
import { wiringFor } from "./wiring.js";

/** A change to one file of the user's. */
export interface FileChange {
  readonly agent: string;
  readonly path: string;
  readonly before: Buffer | undefined;
  readonly after: Buffer;
  readonly diff: string;
  edit(text: string | undefined): string;
  /** Takes all of our parts out. */
  without(text: string): string;
}

export interface PlannedAgent {
  readonly name: string;
  readonly title: string;
  /** Only its documentation is known; nobody has tried it. */
  readonly isUntried: boolean;
  readonly parts: readonly Part[];
  /** Requested parts that this agent has no place for. */
  readonly lacks: readonly Part[];
  hasPlaceFor(part: Part): boolean;
  /** Remaining steps for the user; call it after everything is written. */
  advise(): readonly Advice[];
}

export function planAgent(
  setup: AgentSetup,
  scope: Scope,
  { env, redact }: { readonly env: Env; readonly redact: Redact },
  parts: { readonly asked: readonly Part[]; readonly had: readonly Part[] },
): {
  readonly agent: PlannedAgent;
  readonly files: readonly FileChange[];
  /** Files of a project that its other users read too. */
  readonly shared: readonly string[];
} {
  const files = setup.files(scope, env);
  const wanted = new Set<Part>(["hooks", ...parts.asked, ...parts.had]);
  for (const { file } of connectedFiles(setup, scope, env)) wanted.add(file.part);
  const wiring = wiringFor(env, setup.name);
  const changes: FileChange[] = [];
  const hooked = new Map<string, string>();
  for (const path of new Set(files.map((file) => file.path))) {
    const shared = files.filter((file) => file.path === path);
    const edits = shared.filter(({ part }) => wanted.has(part));
    if (edits.length === 0) continue;
    const before = readUserFile(path);
    const text = before === undefined ? undefined : textOf(path, before);
    const edit = (from: string | undefined) =>
      atPath(path, () => edits.reduce<string | undefined>((had, file) => file.add(had, wiring), from) ?? "");
    const after = edit(text);
    if (edits.some(({ part }) => part === "hooks")) hooked.set(path, after);
    if (after === text) continue;
    const without = (from: string) =>
      atPath(path, () => shared.reduce((rest, file) => (rest === "" ? rest : file.remove(rest)), from));
    const diff = unifiedDiff(path, text, after, redact);
    changes.push({ agent: setup.name, path, before, after: Buffer.from(after), diff, edit, without });
  }
  const has = (part: Part) => files.some((file) => file.part === part);
  const agent: PlannedAgent = {
    name: setup.name,
    title: setup.title,
    isUntried: setup.isUntried === true,
    parts: [...wanted].filter(has),
    lacks: parts.asked.filter((part) => !has(part)),
    hasPlaceFor: has,
    advise: () =>
      setup.advice(
        [...hooked].map(([path, text]) => ({ path, text })),
        env,
      ),
  };
  const open = files.filter(
    ({ part, isPrivate }) => scope.is === "project" && wanted.has(part) && !isPrivate,
  );
  return { agent, files: changes, shared: open.map(({ path }) => path) };
}
