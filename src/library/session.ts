import { CAP } from "../capture/bound.js";
import { TOOL_ACTIONS } from "../event/tool.js";
import { PLAN_STATUSES, type PlanStatus } from "../event/turn.js";
import { kindOf, requireOptions, requireText, requireTexts, wrong } from "./check.js";
import { compactSession } from "./context/compact.js";
import { contextOf } from "./context/context.js";
import { messageTokens } from "./context/message-tokens.js";
import { shouldCompact } from "./context/should-compact.js";
import { workingSetOf } from "./context/working-set.js";
import { addMessage } from "./message/add-message.js";
import { keepCalls } from "./message/calls.js";
import { changeTask, type NamedTasks } from "./message/change-task.js";
import { declareIn } from "./message/declare-in.js";
import type { Ground } from "./message/ground.js";
import { eachMessage, readMessages } from "./message/read-messages.js";
import { recordTool } from "./message/record-tool.js";
import { type SessionSource, sessionEnd, sessionStart } from "./message/session-start.js";
import { readJson } from "./read-json.js";
import { readMessage } from "./read-message.js";
import { readCompactWish, readContextWish, readCounter, readLast, readThreshold } from "./read-wish.js";
import type { Session, TidemarkOptions, ToolRecord, Why } from "./tidemark.js";

/** How a session that is opened came to be. */
export interface Opening {
  /** Undefined where its start has been written down already. */
  readonly source?: SessionSource;
  readonly title?: string;
  /** Called once, when its start is written down. */
  readonly onStart?: () => void;
}

/** A session that can be told to begin before something happens in it. */
export interface StartableSession extends Session {
  start(): void;
}

/** Calls among so many of the last messages are looked up for results whose call this process has not seen. */
const LOOKED_UP = 50;

/** A session for a program. Its start is written down with the first thing that happens in it, and not for a look. */
export function openSession(
  ground: Ground,
  id: string,
  options: TidemarkOptions,
  opening: Opening,
): StartableSession {
  let source = opening.source;
  const tasks: NamedTasks = new Set();
  const start = () => {
    if (source === undefined) return;
    ground.append(id, [sessionStart(ground.redact, source, opening.title)]);
    source = undefined;
    opening.onStart?.();
  };
  const tokens = messageTokens(readCounter(options.tokens));
  const isNew = source === "startup";
  const latest = () => {
    try {
      return isNew ? [] : readMessages(ground, id, { limit: LOOKED_UP });
    } catch {
      return []; // A result is kept without what it is about rather than lost with a database that cannot be read.
    }
  };
  const calls = keepCalls(ground, latest);
  const adding = { calls, start };
  const declare = declareIn(ground, id);
  return {
    id,
    start,
    add(message) {
      return addMessage(ground, id, readMessage(message), adding);
    },
    recordTool(record) {
      const read = readToolRecord(record);
      start();
      recordTool(ground, id, read);
    },
    pin(text) {
      declare.pin(requireText(text, "What is pinned", CAP.pin), start);
    },
    decide(choice, why) {
      declare.decide({ choice: requireText(choice, "A decision", CAP.fact), ...readWhy(why) }, start);
    },
    task(text, status) {
      const task = requireText(text, "A task", CAP.planItem);
      const drafts = changeTask(ground.redact, tasks, task, readStatus(status));
      start();
      ground.append(id, drafts);
    },
    context: (wanted) => contextOf(ground, id, tokens, readContextWish(wanted)),
    workingSet: () => workingSetOf(ground, id, tokens),
    shouldCompact: (threshold) => shouldCompact(ground, id, tokens, readThreshold(threshold)),
    async compact(wanted) {
      return compactSession(ground, id, tokens, readCompactWish(wanted, options.model));
    },
    history(wanted) {
      const last = readLast(wanted);
      return last === undefined
        ? eachMessage(ground, id)
        : readMessages(ground, id, { limit: last }).values();
    },
    end(reason) {
      const read = readReason(reason);
      start();
      ground.append(id, [sessionEnd(ground.redact, read)]);
      ground.unanswered.delete(id);
      // What comes after its end begins it anew.
      source = "resume";
      tasks.clear();
    },
  };
}

/** What is handed to `recordTool`, checked and copied. */
function readToolRecord(value: ToolRecord): ToolRecord {
  const { tool, input, output, ok, ms, action, paths, command } = requireOptions(value, "The use of a tool");
  const known = action === undefined ? undefined : TOOL_ACTIONS.find((one) => one === action);
  if (action !== undefined && known === undefined)
    throw wrong(`The action of a tool is one of ${TOOL_ACTIONS.join(", ")}.`);
  if (ok !== undefined && typeof ok !== "boolean")
    throw wrong(`ok must be true or false, and is ${kindOf(ok)}.`);
  if (ms !== undefined && !(typeof ms === "number" && Number.isFinite(ms) && ms >= 0))
    throw wrong("ms must be a number of milliseconds.");
  if (output !== undefined && typeof output !== "string")
    throw wrong(
      `The output of a tool must be a text, and is ${kindOf(output)}.`,
      "Give it as JSON.stringify(output).",
    );
  if (command !== undefined && typeof command !== "string")
    throw wrong(`The command must be a text, and is ${kindOf(command)}.`);
  return {
    tool: requireText(tool, "The name of a tool"),
    input: input === undefined ? undefined : readJson(input, "input"),
    output,
    ok,
    ms,
    action: known,
    paths: paths === undefined ? undefined : requireTexts(paths, "paths"),
    command,
  };
}

function readWhy(value: Why | undefined): Why {
  const { reason, rejected, supersedes } = requireOptions(value, "The grounds of a decision", [
    "reason",
    "rejected",
    "supersedes",
  ]);
  return {
    supersedes:
      supersedes === undefined ? undefined : requireText(supersedes, "The decision whose place it takes"),
    reason: reason === undefined ? undefined : requireText(reason, "The reason", CAP.fact),
    rejected: rejected === undefined ? undefined : requireTexts(rejected, "what was rejected"),
  };
}

function readStatus(value: PlanStatus | undefined): PlanStatus {
  if (value === undefined) return "open";
  const known = PLAN_STATUSES.find((status) => status === value);
  if (known === undefined) throw wrong(`A task is one of ${PLAN_STATUSES.join(", ")}.`);
  return known;
}

function readReason(value: string | undefined): string {
  return value === undefined ? "ended" : requireText(value, "The reason of an end");
}
