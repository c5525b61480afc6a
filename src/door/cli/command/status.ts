import type { Command } from "commander";
import { agentTitle } from "../../../agent/agents.js";
import { leftHere } from "../../../app/checkpoint/left-here.js";
import { recoveriesFor } from "../../../app/checkpoint/recovery.js";
import { memorySize } from "../../../app/clean/memory-size.js";
import * as config from "../../../app/setup/check-config.js";
import { openItems } from "../../../fold/session/plan.js";
import { hasWorked, statusOf } from "../../../fold/session/status.js";
import { now } from "../../../host/clock.js";
import { hostEnv } from "../../../host/env.js";
import { isAlive } from "../../../host/process.js";
import { withMemory } from "../memory.js";
import { count, print, printJson, style } from "../print.js";
import { type Row, recoveryJson, sayRecovery, sayUnfinished } from "../print-recovery.js";
import * as space from "../print-space.js";
import { ago } from "../time.js";

const EXAMPLES = `
Examples:
  $ tidemark status
  $ tidemark status --json`;

export function register(program: Command): void {
  program
    .command("status")
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
    const ground = { home, project, root: place.root };
    const interrupted = recoveriesFor(
      sessions.map(({ state }) => state),
      time,
      ground,
    );
    const { unfinished, earlier } = leftHere(ground);
    const counts = store.counts();
    const bytes = memorySize(home);
    const problems = config.configProblems(home);
    const off = config.checkpointsOffBy(home, hostEnv());
    const lessened = space.lessenedIn(home, store, project);
    if (options.json) {
      printJson({
        home,
        bytes,
        ...counts,
        project: { id: project, root: place.root, branch: place.branch, ...known },
        last: last && { session: last.state.session, status: last.status, lastAt: last.state.lastAt },
        crashed,
        interrupted: interrupted.map(recoveryJson),
        restoring: unfinished,
        earlierCheckpoints: earlier,
        checkpointsOff: off,
        configProblem: problems.map(({ what }) => what).join(" ") || undefined,
        ...lessened,
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
      const { state, status } = last;
      row(
        "last",
        `${status} ${agentTitle(state.agent) ?? state.agent} session ${state.session.slice(0, 8)}, ${ago(state.lastAt, time)}`,
      );
      if (state.work.request !== undefined) row("request", state.work.request.slice(0, 120));
      const open = openItems(state.plan);
      if (open.length > 0)
        row(
          "open",
          open
            .map((item) => item.text)
            .join("; ")
            .slice(0, 200),
        );
      for (const blocker of state.blockers) row("failing", style.red(blocker.command));
    }
    for (const recovery of interrupted) sayRecovery(recovery, row, time);
    if (unfinished !== undefined) sayUnfinished(unfinished, row);
    if (earlier > 0)
      row(
        "before",
        `${count(earlier, "checkpoint")} of the project that was here before: ${style.dim("tidemark checkpoint list --all")}`,
      );
    row(
      "memory",
      `${count(counts.events, "event")}, ${count(counts.sessions, "session")}, ${(bytes / 1e6).toFixed(1)} MB in ${home}`,
    );
    space.sayLessened(lessened, row, time);
    if (off !== undefined) row("off", style.yellow(`no checkpoints are made by themselves: ${off}`));
    for (const { what, hint = "" } of problems) row("config", style.yellow(`${what} ${hint}`.trimEnd()));
    if (counts.badLines > 0)
      row("damage", style.yellow(`${count(counts.badLines, "line")}: tidemark verify`));
  });
}
