import type { CommandClass, ShellReading } from "../../detect/shell.js";
import { readTestOutput } from "../../detect/test-output.js";
import type { Envelope } from "../../event/envelope.js";
import type { FileDraft, SessionDraft } from "../session/session-draft.js";
import type { Blocker } from "../session/session-state.js";
import { changesText, isAborted, withChange, withChangeIn } from "../session/tool-outcome.js";
import { shortId } from "../stamp.js";
import { remember } from "./memory.js";

const MOST = { changed: 8, ran: 4, proven: 100 } as const;
/** These put something right; to test or to check only shows it. */
const ACTING: ReadonlySet<CommandClass> = new Set(["install", "run", "build", "destructive"]);
const MOVING = /^git (?:checkout|switch|pull|merge|rebase|revert|restore|reset|apply|cherry-pick|stash)\b/;
/** Written for the moment: nobody runs it again. */
const PASSING = /\s(?:-e|-c|--eval)\s|(?:^|[\s=])\/tmp\/|<</;

/** A file was changed: in this turn, and since each command that fails. */
export function noteChange(draft: SessionDraft, change: FileDraft): void {
  draft.changed.put(change.path, withChange(draft.changed.get(change.path), change));
  eachBlocker(draft, (blocker) => ({
    ...blocker,
    changed: withChangeIn(blocker.changed, change, MOST.changed),
  }));
}

/** A command succeeded that may be what helps those that fail. */
export function noteRun(draft: SessionDraft, shell: ShellReading): void {
  const { text } = shell;
  if (shell.isFragment || !(ACTING.has(shell.class) || MOVING.test(text))) return;
  eachBlocker(draft, (blocker) =>
    blocker.command === shell.whole || blocker.ran.includes(text)
      ? blocker
      : { ...blocker, ran: [...blocker.ran, text].slice(-MOST.ran) },
  );
}

/** A command that failed passes. Where nothing was done in between nobody knows why, and nothing is learned. */
export function rememberFix(draft: SessionDraft, event: Envelope, blocker: Blocker): void {
  const { command, error, changed, ran } = blocker;
  if (changed.length + ran.length === 0 || isAborted(error)) return;
  const failed = `\`${command}\` failed${error === "" ? "" : `: ${error}`}`;
  const by = [changesText(changed), ran.length === 0 ? "" : `ran ${ran.map(quoted).join(", ")}`];
  remember(draft, event, {
    kind: "fix",
    by: "tool",
    text: `${failed} — fixed by: ${by.filter(Boolean).join("; ")}`,
    files: changed.map(({ path }) => path),
  });
}

/** The first time in a session that a command worth running again works. */
export function rememberCommand(
  draft: SessionDraft,
  event: Envelope,
  shell: ShellReading,
  output: string,
): void {
  const { text, class: kind } = shell;
  if (shell.isFragment || draft.proven.length >= MOST.proven || PASSING.test(text)) return;
  const key = shortId(event.dir === undefined ? text : `${event.dir}\n${text}`);
  if (draft.proven.includes(key)) return;
  draft.proven.push(key);
  const passed = kind === "test" ? readTestOutput(output)?.passed : undefined;
  const about = [
    `${kind} command`,
    passed === undefined ? "" : `${passed} passed`,
    event.dir === undefined ? "" : `in ${event.dir}`,
  ];
  remember(draft, event, {
    kind: "command",
    by: "tool",
    text: `\`${text}\` works (${about.filter(Boolean).join(", ")})`,
  });
}

/** The turn is over: what still fails, and what was changed in it. */
export function rememberWork(draft: SessionDraft, event: Envelope): void {
  eachBlocker(draft, (blocker) => {
    if (blocker.told || isAborted(blocker.error)) return blocker;
    const { command, error } = blocker;
    remember(draft, event, {
      kind: "blocker",
      by: "tool",
      text: `\`${command}\` fails${error === "" ? "" : `: ${error}`}`,
    });
    return { ...blocker, told: true };
  });
  const changed = draft.changed.values();
  if (changed.length === 0) return;
  remember(draft, event, {
    kind: "change",
    by: "tool",
    text: `changed ${changesText(changed)}`,
    files: changed.map(({ path }) => path),
  });
  draft.changed.clear();
}

// All are put back in their order, so that the order stays.
function eachBlocker(draft: SessionDraft, next: (blocker: Blocker) => Blocker): void {
  if (draft.blockers.size === 0) return;
  for (const blocker of draft.blockers.values()) draft.blockers.put(blocker.command, next(blocker));
}

function quoted(command: string): string {
  return `\`${command}\``;
}
