import type { Command } from "commander";
import { agentTitle, EVENT_AGENTS } from "../../agent/agents.js";
import { workBranchOf } from "../../extra/extras.js";
import { now } from "../../host/clock.js";
import { isAlive } from "../../host/process/process.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { openItems, type SessionStatus, statusOf } from "../../model/fold/session/status.js";
import type { Store } from "../../model/store/store.js";
import { withMemory } from "../../project/command/open.js";
import { examples } from "../../terminal/help.js";
import { type Flags, parseChoice, parseCount, type Texts } from "../../terminal/option.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { ago, parseWhen } from "../../terminal/time.js";
import { paintStatus } from "./session.js";

type Options = Flags<"all" | "json"> &
  Texts<"status" | "tag" | "branch" | "agent" | "since"> & { readonly limit: string };

const STATUSES: readonly SessionStatus[] = ["active", "idle", "ended", "crashed", "archived"];

const EXAMPLES = `
Examples:
  $ tidemark @                       the latest sessions of this project
  $ tidemark @ --status crashed      those that died in the middle of something
  $ tidemark @ --status archived     those of which nothing was heard for a week
  $ tidemark @ --tag release --branch main
  $ tidemark @ --all --since 7d --json`;

export function sessionsCommand(command: Command): void {
  command
    .description("list the sessions of this project")
    .option("--all", "of every project")
    .option("--status <status>", `only these: ${STATUSES.join(", ")}`)
    .option("--tag <tag>", "only those with this tag")
    .option("--branch <name>", "only those on this branch of work, or last on this one of git")
    .option("--agent <name>", "only this agent's")
    .option("--since <when>", "only those active since: 2h, 3d, 1w, today, yesterday, a date or a month")
    .option("--limit <n>", "at most this many", "20")
    .option("--json", "print as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { agent, tag, branch } = options;
  const status = options.status === undefined ? undefined : parseChoice(options.status, "--status", STATUSES);
  const limit = parseCount(options.limit, "--limit");
  const time = now();
  const since = options.since === undefined ? undefined : parseWhen(options.since, "--since", time).from;
  await withMemory(({ store, project }) => {
    const all = store.sessions(options.all ? {} : { project });
    // An agent that sends plain events may have any name.
    if (agent !== undefined && !all.some((state) => state.agent === agent))
      parseChoice(agent, "--agent", EVENT_AGENTS);
    const found = all
      .map((state) => ({ state, status: statusOf(state, time, isAlive(state.pid, state.pidSince)) }))
      .filter((entry) => status === undefined || entry.status === status)
      .filter(({ state }) => agent === undefined || state.agent === agent)
      .filter(({ state }) => tag === undefined || state.tags?.includes(tag))
      .filter(
        ({ state }) => branch === undefined || state.branch === branch || branchIn(store, state) === branch,
      )
      .filter(({ state }) => since === undefined || state.lastAt >= since)
      .slice(0, limit);
    if (options.json) return printJson(found.map(({ state, status }) => summary(state, status)));
    if (found.length === 0)
      print("No session matches. Sessions appear here once a connected agent has worked: tidemark init");
    const short = shortIds(
      found.flatMap(({ state: { session, forked } }) => [session, forked?.from ?? []].flat()),
    );
    const agents = new Set(found.map(({ state }) => state.agent));
    const isMixed = agents.size > 1 || found.some(({ state }) => state.messages !== undefined);
    for (const { state, status } of found) {
      const name = options.all ? `${store.project(state.project)?.name ?? state.project}  ` : "";
      const open = openItems(state.plan).length;
      const facts = [
        state.messages === undefined
          ? count(state.prompts, "prompt")
          : count(state.messages.count, "message"),
        count(state.tools, "tool call"),
        ...(open > 0 ? [`${open} open`] : []),
        ...(state.branch === undefined ? [] : [state.branch]),
        ...(isMixed ? [agentTitle(state.agent) ?? state.agent] : []),
        ...(state.forked === undefined ? [] : [`from ${short(state.forked.from)}`]),
        ...(state.tags ?? []).map((tag) => `#${tag}`),
      ];
      print(
        `${style.bold(short(state.session))}  ${paintStatus(status, 8)}  ${ago(state.lastAt, time).padEnd(16)} ${style.dim(name + facts.join(" · "))}`,
      );
      if (state.title !== undefined) print(`          ${style.bold(state.title.slice(0, 100))}`);
      if (state.work.request !== undefined) print(`          ${state.work.request.slice(0, 100)}`);
    }
  });
}

function branchIn(store: Store, { project, session }: SessionState): string {
  const known = store.project(project);
  return known === undefined ? "" : workBranchOf(known, session);
}

function summary(state: SessionState, status: SessionStatus) {
  const { session, project, agent, startedAt, lastAt, branch, prompts, tools, failures, title } = state;
  return {
    session,
    project,
    agent,
    status,
    startedAt,
    lastAt,
    branch,
    prompts,
    tools,
    failures,
    request: state.work.request,
    open: openItems(state.plan).map((item) => item.text),
    files: state.files.map((file) => file.path),
    tags: state.tags ?? [],
    title,
    messages: state.messages?.count,
    from: state.forked?.from,
  };
}

/** Shortens ids as far as they stay distinct: those made at nearly the same time begin alike. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const sorted = [...new Set(ids)].sort();
  const shared = new Map<string, number>();
  for (const [at, id] of sorted.entries()) {
    const near = [sorted[at - 1], sorted[at + 1]].map((other) => sharedStart(id, other ?? ""));
    shared.set(id, Math.max(...near));
  }
  return (id) => id.slice(0, Math.max(8, (shared.get(id) ?? 0) + 1));
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
