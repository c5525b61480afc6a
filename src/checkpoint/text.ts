import { count } from "../terminal/print.js";
import { type Checkpoint, isLight } from "./checkpoint.js";
import { pointName } from "./name.js";
import { legiblePath } from "./shadow/path.js";

/** Why a checkpoint was made, or its label. */
export function reasonOf({ reason, label }: Pick<Checkpoint, "reason" | "label">): string {
  const named = (text: string) => (label === undefined ? text : `${text}: ${label}`);
  switch (reason) {
    case "hand":
      return label ?? "by hand";
    case "tools":
      return "after 20 tool calls";
    case "plan":
      return "plan finished";
    case "commit":
      return named("commit");
    case "destructive":
      return named("before");
    case "compaction":
      return "before a compaction";
    case "restore":
      return label ?? "before a restore";
    case "start":
      return "at a session's start";
    case "prompt":
      return named("at a prompt");
    case "shell":
      return label ?? "before a command";
  }
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
    ...{ at, reason, label, light: isLight(checkpoint), session, agent, root, branch, head },
    ...{ changed, late: isLate === true, left, leftCount, repositories: inner },
  };
}
