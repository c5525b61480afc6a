import { count } from "../terminal/print.js";
import { type Checkpoint, isLight } from "./checkpoint.js";
import { pointName } from "./name.js";
import { legiblePath } from "./shadow/path.js";

/** The text of a reason, and whether a label replaces it, follows it, or is ignored. */
const REASONS: {
  readonly [R in Checkpoint["reason"]]: readonly [text: string, label: "instead" | "after" | "no"];
} = {
  hand: ["by hand", "instead"],
  tools: ["after 20 tool calls", "no"],
  plan: ["plan finished", "no"],
  commit: ["commit", "after"],
  destructive: ["before", "after"],
  compaction: ["before a compaction", "no"],
  restore: ["before a restore", "instead"],
  start: ["at a session's start", "no"],
  prompt: ["at a prompt", "after"],
  shell: ["before a command", "instead"],
};

/** Why a checkpoint was made, or its label. */
export function reasonOf({ reason, label }: Pick<Checkpoint, "reason" | "label">): string {
  const [text, use] = REASONS[reason];
  if (label === undefined || use === "no") return text;
  return use === "after" ? `${text}: ${label}` : label;
}

/** A checkpoint is late if the command it was made before did not wait for it. */
export const LATE = "made while the command was already running: may lack files";

/** "4 files changed"; the first checkpoint has nothing to compare with. */
export function changedSince({ changed }: Checkpoint): string {
  return changed === undefined ? "all files" : `${count(changed, "file")} changed`;
}

/** The id of a checkpoint of another project than `from` names that project. */
export function checkpointJson(checkpoint: Checkpoint, from = checkpoint.project) {
  const { project, at, reason, label, session, agent, root, branch, head, changed, isLate, left, leftCount } =
    checkpoint;
  const inner = checkpoint.trees.map(({ path }) => legiblePath(path)).filter((path) => path !== "");
  return {
    id: pointName(checkpoint, from),
    project: project === from ? undefined : project,
    at,
    reason,
    label,
    light: isLight(checkpoint),
    session,
    agent,
    root,
    branch,
    head,
    changed,
    late: isLate === true,
    left,
    leftCount,
    repositories: inner,
  };
}
