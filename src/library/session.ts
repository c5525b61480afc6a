import { boundsWith, CAP } from "../capture/bound.js";
import type { Draft, EventData } from "../event/registry.js";
import { TOOL_ACTIONS } from "../event/tool.js";
import { PLAN_STATUSES, type PlanStatus } from "../event/turn.js";
import type { Redact } from "../redact/redactor.js";
import {
  optional,
  readJson,
  requireCount,
  requireFlag,
  requireOneOf,
  requireOptions,
  requireText,
  requireTexts,
  typeName,
  wrong,
} from "./check.js";
import { compactSession } from "./context/compact.js";
import { contextOf, workingSetOf } from "./context/context.js";
import { DEFAULTS } from "./context/defaults.js";
import { messageTokens } from "./context/message-tokens.js";
import { shouldCompact } from "./context/should-compact.js";
import { addMessage } from "./message/add-message.js";
import { openCalls } from "./message/calls.js";
import { declareIn } from "./message/declare-in.js";
import { eachMessage, readMessages } from "./message/read-messages.js";
import { recordTool } from "./message/record-tool.js";
import { type SessionSource, sessionEnd, sessionStart } from "./message/session-start.js";
import type { Workspace } from "./message/workspace.js";
import { readMessage } from "./read-message.js";
import { readCompactOptions, readContextOptions, readCounter, readLast } from "./read-options.js";
import type { Session, TidemarkOptions, ToolRecord, Why } from "./tidemark.js";

/** How a session is opened. */
export interface Opening {
  /** Undefined if its start is already recorded. */
  readonly source?: SessionSource;
  readonly title?: string;
  /** Called once its start is recorded. */
  readonly onStart?: () => void;
}

/** A session that can start before anything happens in it. */
export interface StartableSession extends Session {
  start(): void;
}

/** Opens a session for a program. Its start is recorded with the first event, so reading alone records nothing. */
export function openSession(
  workspace: Workspace,
  id: string,
  options: TidemarkOptions,
  opening: Opening,
): StartableSession {
  let source = opening.source;
  const tasks = new Set<string>();
  const start = () => {
    if (source === undefined) return;
    workspace.append(id, [sessionStart(workspace.redact, source, opening.title)]);
    source = undefined;
    opening.onStart?.();
  };
  const tokens = messageTokens(readCounter(options.tokens));
  const isNew = source === "startup";
  const latest = () => {
    try {
      // For results whose call this process has not seen.
      return isNew ? [] : readMessages(workspace, id, { limit: 50 });
    } catch {
      return []; // Keep a result without its call rather than lose it because the database cannot be read.
    }
  };
  const adding = { calls: openCalls(workspace, latest), start };
  const declare = declareIn(workspace, id);
  return {
    id,
    start,
    add(message) {
      return addMessage(workspace, id, readMessage(message), adding);
    },
    recordTool(record) {
      const read = readToolRecord(record);
      start();
      recordTool(workspace, id, read);
    },
    pin(text) {
      declare.pin(requireText(text, "What is pinned", CAP.pin), start);
    },
    decide(choice, why) {
      declare.decide({ choice: requireText(choice, "A decision", CAP.fact), ...readWhy(why) }, start);
    },
    task(text, status = "open") {
      const task = requireText(text, "A task", CAP.planItem);
      const known = requireOneOf(status, PLAN_STATUSES, "A task");
      const drafts = taskDrafts(workspace.redact, tasks, task, known);
      start();
      workspace.append(id, drafts);
    },
    context: (wanted) => contextOf(workspace, id, tokens, readContextOptions(wanted)),
    workingSet: () => workingSetOf(workspace, id, tokens),
    shouldCompact: (threshold = DEFAULTS.threshold) =>
      shouldCompact(workspace, id, tokens, requireCount(threshold, "The threshold")),
    async compact(wanted) {
      return compactSession(workspace, id, tokens, readCompactOptions(wanted, options.model));
    },
    history(wanted) {
      const last = readLast(wanted);
      return last === undefined
        ? eachMessage(workspace, id)
        : readMessages(workspace, id, { limit: last }).values();
    },
    end(reason = "ended") {
      requireText(reason, "The reason of an end");
      start();
      workspace.append(id, [sessionEnd(workspace.redact, reason)]);
      workspace.unanswered.delete(id);
      // A later event resumes the session.
      source = "resume";
      tasks.clear();
    },
  };
}

function readToolRecord(value: ToolRecord): ToolRecord {
  const { tool, input, output, ok, ms, action, paths, command } = requireOptions(value, "The use of a tool");
  const known = action === undefined ? undefined : requireOneOf(action, TOOL_ACTIONS, "The action of a tool");
  if (ms !== undefined && !(typeof ms === "number" && Number.isFinite(ms) && ms >= 0))
    throw wrong("ms must be a number of milliseconds.");
  if (output !== undefined && typeof output !== "string")
    throw wrong(
      `The output of a tool must be a text, and is ${typeName(output)}.`,
      "Give it as JSON.stringify(output).",
    );
  if (command !== undefined && typeof command !== "string")
    throw wrong(`The command must be a text, and is ${typeName(command)}.`);
  return {
    tool: requireText(tool, "The name of a tool"),
    input: input === undefined ? undefined : readJson(input, "input"),
    output,
    ok: optional(requireFlag, ok, "ok"),
    ms,
    action: known,
    paths: optional(requireTexts, paths, "paths"),
    command,
  };
}

function readWhy(value: Why | undefined): Why {
  const known = ["reason", "rejected", "supersedes"] as const;
  const { reason, rejected, supersedes } = requireOptions(value, "The grounds of a decision", known);
  return {
    supersedes: optional(requireText, supersedes, "The decision whose place it takes"),
    reason: optional(requireText, reason, "The reason", CAP.fact),
    rejected: optional(requireTexts, rejected, "what was rejected"),
  };
}

/** Sets a task without reading the plan: one new to this process is dropped first, so it is never there twice. */
function taskDrafts(redact: Redact, named: Set<string>, text: string, status: PlanStatus): Draft[] {
  const task = boundsWith(redact).boundName(text, CAP.planItem);
  if (task === "") throw wrong("A task needs a text.", "Say it in a few words.");
  const isKnown = named.has(task) || status === "dropped";
  if (status === "dropped") named.delete(task);
  else named.add(task);
  if (isKnown) return [planDraft("change", { key: task, status })];
  return [
    planDraft("change", { key: task, status: "dropped" }),
    planDraft("add", { key: task, text: task, status }),
  ];
}

function planDraft(
  mode: EventData<"plan.updated">["mode"],
  item: EventData<"plan.updated">["items"][number],
): Draft {
  return { type: "plan.updated", data: { mode, items: [item] } };
}
