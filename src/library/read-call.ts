import { CAP } from "../capture/bound.js";
import { TOOL_ACTIONS } from "../event/tool.js";
import { PLAN_STATUSES, type PlanStatus } from "../event/turn.js";
import { kindOf, requireOptions, requireText, requireTexts, wrong } from "./check.js";
import { readJson } from "./read-json.js";
import type { ToolRecord, Why } from "./tidemark.js";

/** What is handed to `recordTool`, checked and copied. */
export function readToolRecord(value: ToolRecord): ToolRecord {
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

export function readWhy(value: Why | undefined): Why {
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

export function readStatus(value: PlanStatus | undefined): PlanStatus {
  if (value === undefined) return "open";
  const known = PLAN_STATUSES.find((status) => status === value);
  if (known === undefined) throw wrong(`A task is one of ${PLAN_STATUSES.join(", ")}.`);
  return known;
}

export function readReason(value: string | undefined): string {
  return value === undefined ? "ended" : requireText(value, "The reason of an end");
}
