import { boundsWith, CAP } from "../../capture/bound.js";
import { projectPath } from "../../capture/place/path.js";
import type { Json } from "../../event/json.js";
import type { Part, ToolAbout } from "../../event/message.js";
import { detectToolUse } from "../../text/shell/tool-use.js";
import type { Message, NewMessage } from "./message.js";
import type { Workspace } from "./workspace.js";

/** The tool calls of a session that may still be answered. */
export interface Calls {
  /** Notes the calls in a message, and adds to each result what its call was about. */
  describe(message: NewMessage): NewMessage;
}

type CallWorkspace = Pick<Workspace, "folder" | "place" | "redact">;

interface Call {
  readonly tool: string;
  readonly about: ToolAbout;
}

/** After this many failed lookups the program does not record calls. */
const MAX_MISSES = 3;

/** `latest` reads the last messages: a call may have been added by another process, or before a restart. */
export function openCalls(workspace: CallWorkspace, latest: () => readonly Message[]): Calls {
  const known = new Map<string, Call>();
  let misses = 0;
  const note = (part: Part) => {
    if (part.type !== "tool-call") return;
    known.delete(part.id);
    known.set(part.id, { tool: part.tool, about: aboutCall(workspace, part.tool, part.input) });
    for (const oldest of known.keys()) {
      if (known.size <= 500) break;
      known.delete(oldest);
    }
  };
  const find = (id: string): Call | undefined => {
    const call = known.get(id);
    if (call !== undefined || misses >= MAX_MISSES) return call;
    for (const { content } of latest()) if (typeof content !== "string") content.forEach(note);
    const found = known.get(id);
    misses = found === undefined ? misses + 1 : 0;
    return found;
  };
  const describePart = (part: Part): Part => {
    if (part.type !== "tool-result" || part.about !== undefined) return part;
    const call = find(part.id);
    return call === undefined ? part : { ...part, tool: part.tool ?? call.tool, about: call.about };
  };
  return {
    describe(message) {
      const { content } = message;
      if (typeof content === "string") return message;
      content.forEach(note);
      return content.some(({ type }) => type === "tool-result")
        ? { ...message, content: content.map(describePart) }
        : message;
    },
  };
}

/** Redacts and bounds what a call is about, and makes its paths relative to the project. */
function aboutCall({ folder, place, redact }: CallWorkspace, tool: string, input: Json): ToolAbout {
  const bounds = boundsWith(redact);
  const { action, paths, command, target } = detectToolUse(tool, input);
  const locate = (path: string) => bounds.boundName(projectPath(path, folder, place.root), CAP.path);
  return {
    action,
    paths: paths?.slice(0, 20).map(locate),
    command: command === undefined ? undefined : bounds.bound(command, CAP.command),
    target: target === undefined ? undefined : bounds.bound(target, CAP.target),
  };
}
