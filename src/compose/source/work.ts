import { type CommandClass, classifyCommand } from "../../detect/command.js";
import { openItems } from "../../fold/plan.js";
import type { CommandRun, SessionState } from "../../fold/session-state.js";
import { clean, joinFitting, shorten } from "../render/clean.js";
import { renderFiles } from "../render/files.js";
import type { Phrases } from "../render/phrase.js";
import type { Situation } from "../situation.js";
import type { Source } from "../source.js";
import { line, textLine } from "./line.js";

/** What was running when the session died. It comes before everything else. */
export function interruption({ interrupted, elapsed }: Situation, phrases: Phrases): Source[] {
  if (interrupted === undefined) return [];
  const ago = phrases.duration(elapsed);
  const target = clean(interrupted.target ?? "");
  const say = (room: number) => {
    if (target === "") return phrases.interrupted(undefined, ago);
    const frame = phrases.interrupted("``", ago).length;
    return phrases.interrupted(`\`${shorten(target, Math.max(8, room - frame))}\``, ago);
  };
  const full = say(Number.POSITIVE_INFINITY).length;
  return [
    {
      key: "interruption",
      priority: 98,
      minimum: Math.min(full, 120),
      ideal: Math.min(full, 260),
      because: "the session died in the middle of it",
      render: say,
    },
  ];
}

export function request(about: SessionState, phrases: Phrases): Source[] {
  const text = clean(about.work.request ?? "");
  if (text === "") return [];
  return [
    textLine({
      key: "request",
      priority: 90,
      label: phrases.request,
      text,
      ideal: 200,
      because: "what was asked last",
    }),
  ];
}

export function openTasks(about: SessionState, phrases: Phrases): Source[] {
  const items = openItems(about.plan).map((item) => clean(item.text).slice(0, 110));
  const [first] = items;
  if (first === undefined) return [];
  return [
    line({
      key: "open",
      priority: 85,
      label: phrases.open(items.length, about.plan.length),
      minimum: Math.min(first.length, 40),
      ideal: Math.min(items.join("; ").length, 400),
      because: `${items.length} of the agent's plan are not done`,
      body: (room) => joinFitting(items, "; ", room),
    }),
  ];
}

export function blockers(about: SessionState, phrases: Phrases): Source[] {
  const newest = [...about.blockers].reverse().slice(0, 2);
  const items = newest.map(({ command, output }) => {
    const cause = telling(output);
    return cause === "" ? `\`${clean(command)}\`` : `\`${clean(command)}\` (${shorten(cause, 120)})`;
  });
  const [first] = items;
  if (first === undefined) return [];
  return [
    line({
      key: "blockers",
      priority: 80,
      label: phrases.failing,
      minimum: Math.min(first.length, 40),
      ideal: Math.min(items.join(" · ").length, 300),
      because: "failed, and has not passed since",
      body: (room) => joinFitting(items, " · ", room),
    }),
  ];
}

export function changedFiles(about: SessionState, phrases: Phrases, detailed: boolean): Source[] {
  const files = [...about.files].reverse();
  const [first] = files;
  if (first === undefined) return [];
  const paths = files.map((file) => clean(file.path));
  const withSummary = files.map((file) => {
    const summary = clean(file.summary);
    return summary === "" ? clean(file.path) : `${clean(file.path)} (${shorten(summary, 60)})`;
  });
  return [
    line({
      key: "files",
      priority: 75,
      label: phrases.files,
      minimum: Math.min(first.path.length, 60),
      ideal: detailed ? 500 : Math.min(paths.join(" · ").length, 220),
      because: "modified by that session, newest first",
      body: (room) => (detailed ? joinFitting(withSummary, " · ", room) : renderFiles(paths, room)),
    }),
  ];
}

export function looked(about: SessionState, phrases: Phrases): Source[] {
  const modified = new Set(about.files.map((file) => file.path));
  const paths = [...about.seen]
    .reverse()
    .filter((path) => !modified.has(path))
    .map(clean);
  const [first] = paths;
  if (first === undefined) return [];
  return [
    line({
      key: "looked",
      priority: 40,
      label: phrases.looked,
      minimum: Math.min(first.length, 60),
      ideal: Math.min(paths.join(" · ").length, 160),
      because: "read by that session, newest first",
      body: (room) => renderFiles(paths, room),
    }),
  ];
}

export function commands(about: SessionState, phrases: Phrases): Source[] {
  const failing = new Set(about.blockers.map((blocker) => blocker.command));
  const items = [...about.commands]
    .filter((run) => !failing.has(run.text))
    .sort((a, b) => worth(b) - worth(a) || b.at - a.at)
    .map((run) => clean(run.text));
  const [first] = items;
  if (first === undefined) return [];
  return [
    line({
      key: "commands",
      priority: 60,
      label: phrases.run,
      minimum: Math.min(first.length, 40),
      ideal: Math.min(items.join(" · ").length, 160),
      because: "commands that worked there: repeated ones and checks first",
      body: (room) => joinFitting(items, " · ", room),
    }),
  ];
}

export function closing(about: SessionState, phrases: Phrases): Source[] {
  const text = clean(about.closing?.text ?? "");
  if (text === "") return [];
  return [
    textLine({
      key: "closing",
      priority: 50,
      label: phrases.answer,
      text,
      ideal: 220,
      because: "the agent's last words",
    }),
  ];
}

export function summary(about: SessionState, phrases: Phrases): Source[] {
  const text = clean(about.compaction?.summary ?? "");
  if (text === "") return [];
  return [
    textLine({
      key: "summary",
      priority: 45,
      label: phrases.summary,
      text,
      ideal: 150,
      because: "the agent's own summary at its last compaction",
    }),
  ];
}

// Run twice or more is a habit; run once may have been a try. What proves the work is wanted again soonest.
function worth({ text, times }: CommandRun): number {
  const proves = PROVING.has(classifyCommand(text)) ? 1 : 0;
  return proves + (times > 1 ? 2 : 0);
}

const PROVING: ReadonlySet<CommandClass> = new Set(["test", "check", "build"]);

/** The line of an output that says most. */
function telling(output: string): string {
  const lines = output.split("\n").map(clean).filter(Boolean);
  const meaning = lines.filter((text) => !/^Exit code/i.test(text));
  return (
    meaning.find((text) => /error|fail|expected|cannot|not found|denied|panic/i.test(text)) ??
    meaning[0] ??
    ""
  );
}
