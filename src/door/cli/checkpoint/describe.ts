import { type Checkpoint, isLight } from "../../../checkpoint/checkpoint.js";
import { count } from "../print.js";

/** Why a checkpoint was made, or what a person called it. */
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
    case "prompt":
      return named("at a prompt");
    case "shell":
      return named("before a command");
  }
}

/** "4 files changed"; of the first one nothing is known to compare with. */
export function changedSince({ changed }: Checkpoint): string {
  return changed === undefined ? "all files" : `${count(changed, "file")} changed`;
}

export function checkpointJson(checkpoint: Checkpoint) {
  const { id, at, reason, label, session, agent, root, branch, head, changed, left, leftCount } = checkpoint;
  return {
    ...{ id, at, reason, label, light: isLight(checkpoint), session, agent, root, branch, head },
    ...{ changed, left, leftCount },
  };
}
