import { boundsWith } from "../../capture/bound.js";
import { capture } from "../../capture/capture.js";
import { projectPath } from "../../capture/place/path.js";
import type { Json } from "../../event/json.js";
import type { ToolAction } from "../../event/tool.js";
import { detectToolUse } from "../../text/shell/tool-use.js";
import type { Workspace } from "./workspace.js";

/** The use of a tool outside of messages. Missing fields are derived from its name and input. */
export interface ToolRecord {
  readonly tool: string;
  readonly input?: Json;
  readonly output?: string;
  /** Defaults to true. */
  readonly ok?: boolean;
  /** Its duration in milliseconds. */
  readonly ms?: number;
  readonly action?: ToolAction;
  readonly paths?: readonly string[];
  readonly command?: string;
}

export function recordTool(workspace: Workspace, session: string, record: ToolRecord): void {
  const { tool, input = null, output, ok = true, ms, action, paths, command } = record;
  const use = {
    ...detectToolUse(tool, input),
    tool,
    ...(command === undefined ? {} : { command, action: "shell" as const }),
    ...(action === undefined ? {} : { action }),
    ...(paths === undefined ? {} : { paths }),
  };
  const drafts = capture(
    { is: "tool-finished", use, ok, ms, output },
    (path) => projectPath(path, workspace.folder, workspace.place.root),
    boundsWith(workspace.redact),
  );
  workspace.append(session, drafts);
}
