import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Draft } from "../../src/event/registry.js";
import { drain } from "../../src/model/drain.js";
import type { DecisionNode } from "../../src/model/fold/decision/decision-tree.js";
import type { SessionState } from "../../src/model/fold/session/session-state.js";
import { openInMemory } from "../../src/model/store/open.js";
import { exportSession } from "../../src/session/export-session.js";
import { type WholeState, wholeState } from "../../src/session/whole-state.js";
import { freshHome, write } from "../journal/journal-home.js";
import { envelop } from "../model/fold/envelop.js";

const NOW = 60 * 60_000;

/** A session in which all happens that there is a field for. */
const STORY: Draft[] = [
  { type: "project.seen", data: { name: "photo-box", path: "/src/photo-box", roots: [], remotes: [] } },
  { type: "session.started", data: { source: "startup" } },
  { type: "session.tagged", data: { tags: ["release"] } },
  {
    type: "prompt.submitted",
    data: { text: "Add a retry to the uploads. Let's use jitter because it is kind." },
  },
  { type: "plan.updated", data: { mode: "add", items: [{ key: "1", text: "write it", status: "done" }] } },
  { type: "plan.updated", data: { mode: "add", items: [{ key: "2", text: "describe it", status: "open" }] } },
  { type: "subagent.started", data: { agentId: "a", agentType: "Explore" } },
  { type: "subagent.started", data: { agentId: "b", agentType: "Explore" } },
  {
    type: "tool.finished",
    data: { tool: "Read", action: "read", paths: ["a.ts"], ok: true, ms: 3, agentId: "a" },
  },
  { type: "subagent.finished", data: { agentId: "a", agentType: "Explore", message: "Two callers." } },
  { type: "memory.recalled", data: { query: "retry", found: 2 } },
  {
    type: "tool.finished",
    data: { tool: "Write", action: "write", paths: ["b.ts"], ok: true, created: true },
  },
  { type: "tool.finished", data: { tool: "Edit", action: "edit", paths: ["a.ts"], ok: true } },
  { type: "tool.finished", data: { tool: "Bash", action: "shell", command: "rm c.ts", ok: true } },
  {
    type: "tool.finished",
    data: { tool: "Bash", action: "shell", command: "npm test", ok: false, exit: 1, output: "1 failed" },
  },
  {
    type: "checkpoint.created",
    data: { checkpoint: "c1", reason: "destructive", label: "rm -r x", changed: 3, left: 1 },
  },
  { type: "tool.started", data: { tool: "Edit", action: "edit", paths: ["a.ts"], call: "t1" } },
];

function story(...more: Draft[]) {
  const home = freshHome();
  const store = openInMemory();
  write(
    home,
    [...STORY, ...more].map((draft, index) => ({ ...envelop(draft, index), head: "0a1b2c3d" })),
  );
  drain(home, store);
  const kept = store.session("p", "s");
  if (kept === undefined) throw new Error("it was told");
  return { from: { home, store, project: "p", now: NOW }, state: kept.state };
}

describe("the whole state", () => {
  test("knows the agents at work, and which never came back", () => {
    const { from, state } = story();
    const soon = wholeState({ ...from, now: 20_000 }, state);
    expect(soon.status).toBe("active");
    expect(soon.agents.active).toEqual(["main", "b"]);
    const late = wholeState(from, state);
    expect(late.status).toBe("crashed");
    expect(late.agents.active).toEqual([]);
    expect(late.agents.states.map(({ id, state: stands }) => [id, stands])).toEqual([
      ["main", "crashed"],
      ["a", "finished"],
      ["b", "lost"],
    ]);
  });

  test("says whether it is of the project one stands in", () => {
    const { from, state } = story();
    expect(wholeState(from, state).project).toEqual({
      id: "p",
      name: "photo-box",
      path: "/src/photo-box",
      isHere: true,
    });
    expect(wholeState({ ...from, project: "q" }, state).project.isHere).toBe(false);
  });

  test("is told from what is left where the journal has lost the rest", () => {
    const { from, state } = story();
    const nothing = wholeState({ ...from, home: freshHome() }, state);
    expect(nothing.tools.history).toEqual([]);
    expect(nothing.context.plan).toHaveLength(2);
  });
});

describe("docs/reference/session-state.md", () => {
  const text = readFileSync(resolve(import.meta.dirname, "../../docs/reference/session-state.md"), "utf8");
  const documented = (title: string) => {
    const part = text.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
    return [...part.matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);
  };

  test("names exactly the fields of the whole state", () => {
    const { from, state } = story({ type: "session.ended", data: { reason: "other" } });
    const running = wholeState({ ...from, now: 20_000 }, story().state);
    const ended = wholeState(from, state);
    const { decisions: _, ...rest } = { ...running, endedAt: ended.endedAt };
    const fields = [
      ...fieldsOf(rest),
      ...Object.keys(NODE).map((name) => `decisions.tree[].${LISTED[name] ?? name}`),
      "decisions.tree[].thread.id",
      "decisions.tree[].thread.title",
      "decisions.branch",
    ].filter((name) => name !== "decisions.tree[].thread");
    expect(documented("The whole state").sort()).toEqual([...new Set(fields)].sort());
    expect(Object.keys(WHOLE).sort()).toEqual([...new Set(documented("The whole state").map(first))].sort());
  });

  test("knows the fields of a decision", () => {
    const { from, state } = story();
    const [tree] = wholeState(from, state).decisions.tree;
    expect(tree).toMatchObject({ choice: expect.stringContaining("jitter"), by: "user", isCurrent: true });
    expect(Object.keys(NODE)).toEqual(expect.arrayContaining(Object.keys(tree ?? {})));
  });

  test("names what stands beside it, and what an export has", () => {
    expect(documented("Beside it").sort()).toEqual(
      [...Object.keys(STATE), "status", "turns", "whole"].sort(),
    );
    const { from, state } = story();
    expect(documented("Export").sort()).toEqual(Object.keys(exportSession(from, state)).sort());
  });
});

/** The compiler sees to it that none is missing. */
const NODE: { readonly [name in keyof Required<DecisionNode>]: true } = {
  id: true,
  choice: true,
  reason: true,
  rejected: true,
  takesBack: true,
  from: true,
  by: true,
  at: true,
  session: true,
  branch: true,
  line: true,
  mergedInto: true,
  thread: true,
  isStaged: true,
  supersedes: true,
  supersededBy: true,
  isRival: true,
  isOver: true,
  isKept: true,
  isCurrent: true,
  times: true,
  children: true,
};

const LISTED: { readonly [name: string]: string } = { rejected: "rejected[]", children: "children[]" };

const WHOLE: { readonly [name in keyof Required<WholeState>]: true } = {
  session: true,
  agent: true,
  status: true,
  createdAt: true,
  updatedAt: true,
  endedAt: true,
  project: true,
  branch: true,
  head: true,
  tags: true,
  context: true,
  agents: true,
  tools: true,
  decisions: true,
  memory: true,
  files: true,
  errors: true,
  checkpoints: true,
};

const STATE: { readonly [name in keyof Required<SessionState>]: true } = {
  project: true,
  session: true,
  agent: true,
  title: true,
  startedAt: true,
  lastAt: true,
  source: true,
  left: true,
  ended: true,
  pid: true,
  pidSince: true,
  branch: true,
  head: true,
  events: true,
  prompts: true,
  tools: true,
  failures: true,
  votes: true,
  work: true,
  files: true,
  seen: true,
  commands: true,
  steps: true,
  symbols: true,
  plan: true,
  found: true,
  proposal: true,
  blockers: true,
  tested: true,
  running: true,
  busy: true,
  words: true,
  closing: true,
  compaction: true,
  messages: true,
  forked: true,
  compacting: true,
  subagents: true,
  told: true,
  tags: true,
  tagged: true,
  checkpoints: true,
  dismissed: true,
  restored: true,
  changed: true,
  proven: true,
  tree: true,
  turn: true,
};

/** `tools.history[].tool`, for every field there is. */
function fieldsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => fieldsOf(entry, `${path}[]`));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(inner, path === "" ? name : `${path}.${name}`),
  );
}

function first(path: string): string {
  return path.split(/[.[]/)[0] ?? "";
}
