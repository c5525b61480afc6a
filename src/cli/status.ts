import type { Command } from "commander";
import { agentTitle } from "../agent/agents.js";
import { treeHere } from "../brief/load-tree.js";
import { type Recovery, recoveriesFor } from "../checkpoint/recovery.js";
import { leftHere, type UnfinishedRestore } from "../checkpoint/restore/unfinished-restore.js";
import { LATE } from "../checkpoint/text.js";
import { DAY_MS } from "../event/time.js";
import { now } from "../host/clock.js";
import { hostEnv } from "../host/env.js";
import { isAlive } from "../host/process/process.js";
import { withItems } from "../model/fold/item/fate.js";
import type { WorkItem } from "../model/fold/item/item.js";
import { hasWorked, openItems, statusOf } from "../model/fold/session/status.js";
import { withMemory } from "../project/command/open.js";
import { itemsIn, TO_DO } from "../project/items.js";
import * as config from "../setup/check-config.js";
import { quote } from "../terminal/option.js";
import { count, print, printJson, style } from "../terminal/print.js";
import { ago, localTime } from "../terminal/time.js";
import { formatSize } from "../upkeep/clean/quota.js";
import { type Freed, lastFreed, memorySize } from "../upkeep/clean/usage.js";
import { type ForgetNote, unfinishedForgetting } from "../upkeep/forget/forget-note.js";

const EXAMPLES = `
Examples:
  $ tidemark status
  $ tidemark status --json`;

export function statusCommand(command: Command): void {
  command
    .description("where the work in this folder stands, and what the memory holds")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: { readonly json?: boolean }): Promise<void> {
  await withMemory(({ home, store, project, place }) => {
    const time = now();
    const known = store.project(project);
    const sessions = store
      .sessions({ project, limit: 50 })
      .map((state) => ({ state, status: statusOf(state, time, isAlive(state.pid, state.pidSince)) }));
    const last = sessions.find(({ state }) => hasWorked(state)) ?? sessions[0];
    const crashed = sessions
      .filter((entry) => entry.status === "crashed")
      .map((entry) => entry.state.session);
    const context = { home, project, root: place.root };
    const states = sessions.map(({ state }) => state);
    const interrupted = recoveriesFor(states, time, context);
    const { unfinished, earlier } = leftHere(context);
    const all = itemsIn({ store, project });
    const items = all.filter(({ kind, state }) => state === "open" && TO_DO.includes(kind));
    const tree = treeHere(store, { project, place, env: hostEnv() }, states);
    const counts = store.counts();
    const bytes = memorySize(home);
    const problems = config.configProblems(home);
    const off = config.checkpointsOffBy(home, hostEnv());
    const losses = { freed: lastFreed(home, store, project), forgetting: unfinishedForgetting(home) };
    if (options.json) {
      printJson({
        home,
        bytes,
        ...counts,
        project: { id: project, root: place.root, branch: place.branch, ...known },
        last: last && { session: last.state.session, status: last.status, lastAt: last.state.lastAt },
        tree,
        items: items.map(({ id, kind, text }) => ({ id, kind, text })),
        crashed,
        interrupted: interrupted.map(recoveryJson),
        restoring: unfinished,
        earlierCheckpoints: earlier,
        checkpointsOff: off,
        configProblem: problems.map(({ what }) => what).join(" ") || undefined,
        ...losses,
      });
      return;
    }
    const row: Row = (name, text) => print(`${style.dim(name.padEnd(9))}${text}`);
    row(
      "project",
      `${known?.name || place.root}${place.branch ? ` on ${place.branch}` : ""} ${style.dim(project)}`,
    );
    if (last === undefined) {
      row("work", "nothing recorded here yet. Connect your agent with: tidemark init");
    } else {
      const { status } = last;
      const state = withItems(last.state, all);
      row(
        "last",
        `${status} ${agentTitle(state.agent) ?? state.agent} session ${state.session.slice(0, 8)}, ${ago(state.lastAt, time)}`,
      );
      if (state.work.request !== undefined) row("request", state.work.request.slice(0, 120));
      const open = openItems(state.plan);
      const openTexts = open.map((item) => item.text).join("; ");
      if (open.length > 0) row("open", openTexts.slice(0, 200));
      for (const blocker of state.blockers) row("failing", style.red(blocker.command));
    }
    for (const line of tree) row("tree", line);
    if (items.length > 0) row("items", itemsLine(items));
    for (const recovery of interrupted) printRecovery(recovery, row, time);
    if (unfinished !== undefined) printUnfinished(unfinished, row);
    if (earlier > 0)
      row(
        "before",
        `${count(earlier, "checkpoint")} of the project that was here before: ${style.dim("tidemark checkpoint list --all")}`,
      );
    row(
      "memory",
      `${count(counts.events, "event")}, ${count(counts.sessions, "session")}, ${(bytes / 1e6).toFixed(1)} MB in ${home}`,
    );
    printLosses(losses, row, time);
    if (off !== undefined) row("off", style.yellow(`no checkpoints are made by themselves: ${off}`));
    for (const { what, hint = "" } of problems) row("config", style.yellow(`${what} ${hint}`.trimEnd()));
    if (counts.badLines > 0)
      row("damage", style.yellow(`${count(counts.badLines, "line")}: tidemark verify`));
  });
}

type Row = (name: string, text: string) => void;

const MAX_ITEMS = 3;
const MAX_ITEM_CHARS = 50;

/** The latest open items of the whole project in one line. */
function itemsLine(items: readonly WorkItem[]): string {
  const latest = items.toReversed().slice(0, MAX_ITEMS);
  const texts = latest.map(
    ({ kind, text }) => `${kind}: ${text.slice(0, MAX_ITEM_CHARS)}${text.length > MAX_ITEM_CHARS ? "…" : ""}`,
  );
  const more = items.length > MAX_ITEMS ? `; ${items.length - MAX_ITEMS} more` : "";
  return `${texts.join("; ")}${more} ${style.dim("(tidemark items)")}`;
}

/** Prints the last action of an interrupted session, and how to continue or undo it. */
function printRecovery(recovery: Recovery, row: Row, time: number): void {
  const { session, during, target, at, since, hasEnded, files, back } = recovery;
  const where =
    during === undefined || target === undefined
      ? "in the middle of its last request"
      : `inside ${target === during.tool ? target : `${during.tool} ${target}`}`;
  row(
    hasEnded ? "cut off" : "crashed",
    style.red(
      `session ${session.slice(0, 8)} ${ago(at, time)} ${where}, begun ${localTime(since)}: never finished`,
    ),
  );
  for (const { path, verdict } of files) row("", `${path} ${VERDICT[verdict]}`);
  const own = recovery.isOfProgram ? ", or open it in the program that made it" : "";
  row("", `go on     ${style.dim(`${resumeOf(recovery)}${own}`)}`);
  if (back !== undefined) {
    const edits = back.edited === 0 ? "" : `, and changes to ${count(back.edited, "file")}`;
    const more = back.isLate ? `${edits}; ${LATE}` : edits;
    row("", `roll back ${style.dim(`${rollBackOf(back)} (made ${ago(back.at, time)}, before it${more})`)}`);
  }
  row("", `ignore    ${style.dim(dismissOf(recovery))}`);
}

/** A restore that was killed, and how it is finished or undone. */
function printUnfinished({ checkpoint, before, paths = [] }: UnfinishedRestore, row: Row): void {
  const words = [checkpoint, ...paths.map(quote)].join(" ");
  row("restore", style.yellow(`of ${checkpoint} was not finished: the files are partly those of it`));
  row("", `finish    ${style.dim(`tidemark checkpoint restore ${words}`)}`);
  row("", `undo      ${style.dim(`tidemark checkpoint restore ${[before, ...paths.map(quote)].join(" ")}`)}`);
}

function recoveryJson(recovery: Recovery) {
  const { session, during, target, at, since, hasEnded, files, back } = recovery;
  return {
    session,
    at,
    since,
    crashed: !hasEnded,
    tool: during?.tool,
    target,
    files,
    resume: resumeOf(recovery),
    rollBack: back && { ...back, command: rollBackOf(back) },
    dismiss: dismissOf(recovery),
  };
}

const VERDICT: { readonly [V in Recovery["files"][number]["verdict"]]: string } = {
  changed: "changed since it began",
  gone: "is gone",
  same: "has not changed",
};

function resumeOf({ session, isOfProgram }: Recovery): string {
  return `tidemark resume --session ${quote(session)}${isOfProgram ? " --in AGENT" : ""}`;
}

function rollBackOf({ id }: NonNullable<Recovery["back"]>): string {
  return `tidemark checkpoint restore ${id}`;
}

function dismissOf({ session }: Recovery): string {
  return `tidemark dismiss ${quote(session)}`;
}

interface Losses {
  readonly freed?: Freed;
  readonly forgetting?: ForgetNote;
}

function printLosses({ freed, forgetting }: Losses, row: Row, now: number): void {
  if (freed !== undefined && now - freed.at < 30 * DAY_MS) {
    const day = localTime(freed.at).slice(0, 10);
    row("quota", `freed ${formatSize(freed.bytes)} on ${day}; see tidemark clean --dry-run`);
  }
  if (forgetting !== undefined) {
    row("forget", style.yellow(`a ${forgetting.by} was to be forgotten, and that did not end: run it again`));
  }
}
