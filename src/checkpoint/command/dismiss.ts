import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { isAlive } from "../../host/process/process.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { interruptionOf, openInterruptions } from "../../model/fold/session/status.js";
import { withMemory } from "../../project/command/open.js";
import { declare } from "../../project/declare.js";
import { findSession, type Opened } from "../../project/open.js";
import { examples } from "../../terminal/help.js";
import { print, printJson, style } from "../../terminal/print.js";

const EXAMPLES = `
Every new session is told of one that died in the middle of something, until somebody goes on from
it, rolls it back or dismisses it. The session itself stays in the history.

Examples:
  $ tidemark @             the newest interruption here
  $ tidemark @ 3f2a        that of this session`;

export function dismissCommand(command: Command): void {
  command
    .argument(
      "[session]",
      "a session's id, or the start of it (default: the newest that was interrupted here)",
    )
    .description("stop telling of an interrupted session")
    .option("--json", "print the result as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(id: string | undefined, options: { readonly json?: boolean }): Promise<void> {
  await withMemory((opened) => {
    const { session, work } = dismiss(opened, id);
    if (options.json) printJson({ session, dismissed: true });
    else
      print(
        `${style.green("Dismissed:")} the interruption of session ${session.slice(0, 8)}${work.request === undefined ? "" : ` (${work.request.slice(0, 80)})`} is not told any more.`,
      );
  });
}

/** Records that somebody knows of an interruption: of this session, or else of the newest here. */
export function dismiss(opened: Opened, id: string | undefined): SessionState {
  const state = id === undefined ? newestInterrupted(opened) : findSession(opened, id);
  const alive = isAlive(state.pid, state.pidSince);
  if (interruptionOf(state, now(), alive) === undefined) {
    const why = state.dismissed === undefined ? "was not interrupted" : "has been dismissed already";
    throw new TidemarkError("not-found", `The session ${state.session} ${why}.`, {
      hint: "See those that were: tidemark status",
    });
  }
  const { project, session, agent } = state;
  const { home, redact } = opened;
  const here = project === opened.project ? opened : { home, redact, project, place: { root: "" } };
  declare(here, { type: "session.dismissed", data: {} }, { session, agent });
  return state;
}

function newestInterrupted({ store, project }: Opened): SessionState {
  const sessions = store.sessions({ project, limit: 50 });
  const [cut] = openInterruptions(sessions, now(), isAlive);
  const state = sessions.find(({ session }) => session === cut?.session);
  if (state !== undefined) return state;
  throw new TidemarkError("not-found", "No session of this project is known to have been interrupted.", {
    hint: "See how they stand: tidemark sessions",
  });
}
