import { refusalIn } from "../agent/payload/refusal.js";
import type { Change, Signal, ToolUse } from "../agent/signal.js";
import { stripAnsi } from "../ansi.js";
import type { Draft, EventData } from "../event/registry.js";
import { hidePrivate, hidePrivateFrom, isFence, mayHidePrivate } from "../redact/private.js";
import { type Bounds, CAP } from "./bound.js";

/** The stored form of a path. */
export type Locate = (path: string) => string;

const SOURCES = ["startup", "resume", "clear", "compact", "fork"] as const;

/** Turns a signal of a hook into events, bounded and redacted. */
export function capture(signal: Signal, locate: Locate, bounds: Bounds): Draft[] {
  const draft = draftOf(signal, locate, bounds);
  if (signal.is !== "tool-finished") return [draft];
  return [draft, ...answersOf(signal, bounds), ...planOf(signal, bounds)];
}

function draftOf(signal: Signal, locate: Locate, bounds: Bounds): Draft {
  const { bound, bounded, boundName } = bounds;
  switch (signal.is) {
    case "session-started": {
      const { model, pid, pidSince } = signal;
      const source = SOURCES.find((known) => known === signal.source) ?? "unknown";
      return { type: "session.started", data: { source, model: model && boundName(model), pid, pidSince } };
    }
    case "session-ended":
      return { type: "session.ended", data: { reason: boundName(signal.reason) } };
    case "prompt": {
      const { text, cut } = bounded(signal.text, CAP.prompt);
      return { type: "prompt.submitted", data: { text, cut: cut || undefined } };
    }
    case "tool-started":
      return { type: "tool.started", data: useData(signal.use, locate, bounds) };
    case "tool-finished":
      return { type: "tool.finished", data: endData(signal, locate, bounds) };
    case "said":
      return { type: "message.said", data: { text: bound(signal.text, CAP.said) } };
    case "turn-ended":
      return {
        type: "turn.ended",
        data: { message: boundClosing(signal.message, bounds), interrupted: signal.interrupted },
      };
    case "compaction-started": {
      const instructions = signal.instructions ? bound(signal.instructions, CAP.target) : undefined;
      return { type: "compaction.started", data: { trigger: boundName(signal.trigger), instructions } };
    }
    case "compaction-finished": {
      const summary = bound(signal.summary, CAP.summary);
      return { type: "compaction.finished", data: { trigger: boundName(signal.trigger), summary } };
    }
    case "subagent-started": {
      const { agentId, agentType } = signal;
      return {
        type: "subagent.started",
        data: { agentId: boundName(agentId), agentType: boundName(agentType) },
      };
    }
    case "subagent-finished": {
      const { agentId, agentType } = signal;
      const message = signal.message ? bound(signal.message, CAP.said) : undefined;
      return {
        type: "subagent.finished",
        data: { agentId: boundName(agentId), agentType: boundName(agentType), message },
      };
    }
  }
}

function useData(use: ToolUse, locate: Locate, { bound, boundName }: Bounds): EventData<"tool.started"> {
  const { call, paths = [], command, target, agentId } = use;
  return {
    tool: boundName(use.tool),
    action: use.action,
    call: call === undefined ? undefined : boundName(call),
    paths:
      paths.length === 0 ? undefined : paths.slice(0, 20).map((path) => boundName(locate(path), CAP.path)),
    command: command === undefined ? undefined : bound(command, CAP.command),
    target: target === undefined ? undefined : bound(target, CAP.target),
    agentId: agentId === undefined ? undefined : boundName(agentId),
  };
}

type ToolFinished = Extract<Signal, { is: "tool-finished" }>;

function endData(signal: ToolFinished, locate: Locate, bounds: Bounds): EventData<"tool.finished"> {
  const { use, ok, output } = signal;
  // The output of reads and searches is text of the project, so only commands and failures get an excerpt.
  const refused = ok ? undefined : refusalIn(output ?? "");
  const isExcerpted = output !== undefined && refused === undefined && (!ok || use.action === "shell");
  return {
    ...useData(use, locate, bounds),
    ok,
    interrupted: signal.interrupted || undefined,
    refused: refused === undefined ? undefined : bounds.bound(refused, CAP.said),
    ms: signal.ms === undefined ? undefined : Math.round(signal.ms),
    exit: ok ? undefined : exitCode(output),
    created: ok ? use.created : undefined,
    ...(ok && use.change ? summariseChange(use.change, bounds) : {}),
    output: isExcerpted ? excerptOutput(output, ok, GIT.test(use.command ?? ""), bounds) : undefined,
  };
}

function exitCode(output: string | undefined): number | undefined {
  const match = /^(?:Error: )?Exit code:? (\d{1,5})\b/.exec(output ?? "");
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function answersOf({ ok, use: { answers = [] } }: ToolFinished, { bound, boundName }: Bounds): Draft[] {
  if (!ok) return [];
  return answers.map(({ question, choice, others, isFree, isMany }) => ({
    type: "question.answered",
    data: {
      question: bound(question, CAP.target),
      choice: bound(choice, CAP.fact),
      others: others.map((option) => boundName(option)),
      isFree,
      isMany,
    },
  }));
}

function planOf(signal: ToolFinished, { bound, boundName }: Bounds): Draft[] {
  const { plan } = signal.use;
  if (plan === undefined) return [];
  // A rejected plan is still worth keeping, a failed change of the list is not.
  if (plan.mode === "proposed") {
    const { verdict, words } = plan.isAsked === true ? verdictOf(signal) : {};
    if (plan.text === "" && verdict === undefined) return [];
    const said = words === undefined ? undefined : bound(words, CAP.said);
    return [{ type: "plan.proposed", data: { text: bound(plan.text, CAP.plan), verdict, words: said } }];
  }
  if (!signal.ok) return [];
  const items = plan.items.slice(0, 60).map((item) => ({
    key: item.key === undefined ? undefined : boundName(item.key),
    text: item.text === undefined ? undefined : boundName(item.text, CAP.planItem),
    status: item.status,
  }));
  return [{ type: "plan.updated", data: { mode: plan.mode, items } }];
}

type Verdict = Pick<EventData<"plan.proposed">, "verdict" | "words">;

function verdictOf({ ok, output = "" }: ToolFinished): Verdict {
  const head = output.slice(0, 400);
  if (ok && !/^\W*plan (?:was )?(?:rejected|declined|not approved)/i.test(head))
    return /waiting for|submitted .{0,40}\bapproval/i.test(head) ? {} : { verdict: "accepted", words: "" };
  const words = refusalIn(ok ? `User rejected: ${output}` : output);
  // Without words it may have been accepted: "yes, and clear the context" ends the call in the same way.
  return words === undefined || words === "" ? {} : { verdict: "rejected", words };
}

const NAMES_A_FAILURE =
  /\b(?:\w*error|fail(?:ed|ure|ures|ing)?|panic(?:ked)?|\w*exception|traceback|assert\w*|expected|received|actual|got|want|left|right|undefined|cannot|not found|denied|refused|unresolved|mismatch|fatal|abort(?:ed)?)\b|✗|✘|×|❯|!==|^E\s|^\s*\S+\.\w{1,5}[:(]\d+[:,)]/i;
const NAMES_A_SUCCESS = /^\s*(?:✓|✔|√|ok \d|PASS\b|--- PASS)/;
// A pipe hides the exit code of a check, but not its report.
const REPORTS_A_FAILURE =
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|^[#ℹ] fail [1-9]|^[ \t]*(?:FAILED|FAIL|--- FAIL)\b|^not ok \d|\berror (?:TS|CS)\d|^error(?:\[\w+\])?: |\b(?:Failures|Errors|Failed): +[1-9]|^FAILURES!/m;
const REPORT_CHARS = 4_096;

// Scan both ends only: errors are near the start (compilers) or the end (test runners).
const SCAN_CHARS = 16_384;

const GIT = /\b(?:git|gh|glab)\b/;
/** A commit, a pushed branch, a pull request and its checks. */
const LANDMARK =
  /^\[[^\]\n]{1,160} [0-9a-f]{7,40}\] |^(?:To|From) \S|(?:\.\.[0-9a-f]{6,}|\[new branch\]|rejected\])\s|\/(?:pull|merge_requests)\/\d|pull request \S*#\d|\t(?:fail|pending)\t|^(?:state|number|title):/i;

/** The lines of an output worth keeping: those that name a failure, or the last ones of a success. */
function excerptOutput(output: string, ok: boolean, isGit: boolean, bounds: Bounds): string | undefined {
  // Hide private spans first, because the chosen lines may lack the tags.
  const text = hidePrivate(stripAnsi(output)).trim();
  if (text === "") return undefined;
  const hasFailed = !ok || REPORTS_A_FAILURE.test(text.slice(-REPORT_CHARS));
  if (hasFailed && text.length <= CAP.output) return bounds.bound(text, CAP.output);
  if (hasFailed) return bounds.bound(failureLines(text, isGit), CAP.output);
  const tail = bounds.boundTail(text, CAP.outputOk);
  if (!isGit || text.length <= CAP.outputOk) return tail;
  const start = text.indexOf("\n", text.length - CAP.outputOk);
  const before = scanned(start === -1 ? text : text.slice(0, start)).filter((line) => LANDMARK.test(line));
  return [bounds.bound(distinct(before, CAP.landmarks).join("\n"), CAP.landmarks), tail]
    .filter((part) => part !== "")
    .join("\n");
}

function failureLines(text: string, isGit: boolean): string {
  const lines = scanned(text);
  const tail = lines.slice(-4);
  const named = lines
    .slice(0, -4)
    .filter(
      (line) => (NAMES_A_FAILURE.test(line) && !NAMES_A_SUCCESS.test(line)) || (isGit && LANDMARK.test(line)),
    );
  return [...distinct(named, CAP.output - tail.join("\n").length - 2), ...tail].join("\n");
}

function scanned(text: string): string[] {
  const ends =
    text.length <= 2 * SCAN_CHARS ? text : `${text.slice(0, SCAN_CHARS)}\n${text.slice(-SCAN_CHARS)}`;
  return ends.split("\n").map((line) => line.trimEnd().slice(0, 300));
}

/** The first different lines that fit. */
function distinct(lines: readonly string[], room: number): string[] {
  const kept: string[] = [];
  let left = room;
  for (const line of lines) {
    if (line.length + 1 > left || kept.length >= 12) break;
    if (kept.includes(line)) continue;
    kept.push(line);
    left -= line.length + 1;
  }
  return kept;
}

/** Counts the changed lines of an edit and keeps the first ones with their signs. */
function summariseChange(change: Change, bounds: Bounds) {
  const lines = "lines" in change ? change.lines : diffLines(change.before, change.after);
  let added = 0;
  let removed = 0;
  let text = "";
  let depth = 0;
  for (const line of lines) {
    // A private span may open in an unchanged line.
    const shown = depth > 0 || mayHidePrivate(line) ? hidePrivateFrom(line, depth) : { text: line, depth };
    const isInside = depth > 0 && shown.depth > 0;
    depth = shown.depth;
    if (line.startsWith("+")) added++;
    else if (line.startsWith("-")) removed++;
    else continue;
    if (isInside) continue;
    if (text.length < CAP.change && shown.text.trim().length > 2) text += `${shown.text.slice(0, 200)}\n`;
  }
  return { added, removed, change: bounds.bound(text.trimEnd(), CAP.change) || undefined };
}

// Everything between the common head and tail counts as replaced: linear, and exact enough for "+12 -3".
function diffLines(before: string, after: string): string[] {
  const old = before === "" ? [] : before.replace(/\n$/, "").split("\n");
  const now = after === "" ? [] : after.replace(/\n$/, "").split("\n");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  ) {
    tail++;
  }
  // Keep the private tags of the head, without a sign.
  const lines = old
    .slice(0, head)
    .filter(isFence)
    .map((line) => ` ${line}`);
  for (let i = head; i < old.length - tail; i++) lines.push(`-${old[i]}`);
  for (let i = head; i < now.length - tail; i++) lines.push(`+${now[i]}`);
  return lines;
}

const MAX_CODES_CHARS = 700;

/** Keeps the line of codes at the end of a message that is too long. */
function boundClosing(message: string, { bound }: Bounds): string {
  const start = message.length <= CAP.message ? -1 : message.lastIndexOf("\ntidemark: ");
  if (start === -1 || message.length - start > MAX_CODES_CHARS) return bound(message, CAP.message);
  return `${bound(message, CAP.message - MAX_CODES_CHARS)}\n${bound(message.slice(start + 1), MAX_CODES_CHARS)}`;
}
