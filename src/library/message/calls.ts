import { boundsWith, CAP } from "../../capture/bound.js";
import { projectPath } from "../../capture/place/path.js";
import type { Json } from "../../event/json.js";
import type { Part, ToolAbout } from "../../event/message.js";
import { detectToolUse } from "../../text/shell/tool-use.js";
import type { Ground } from "./ground.js";
import type { Message, NewMessage } from "./message.js";

/** The tool calls of a session that may still be answered: whoever reads a result alone would not know what it is about. */
export interface Calls {
  /** Notes the calls in a message, and says with each result what it is about. */
  tell(message: NewMessage): NewMessage;
}

type CallGround = Pick<Ground, "folder" | "place" | "redact">;

interface Call {
  readonly tool: string;
  readonly about: ToolAbout;
}

const MOST = 500;
const MOST_PATHS = 20;
/** After so many vain looks nobody has written calls down. */
const MOST_MISSES = 3;

/** `latest` reads the last messages: a call may have been added by another process, or before a restart. */
export function keepCalls(ground: CallGround, latest: () => readonly Message[]): Calls {
  const known = new Map<string, Call>();
  let misses = 0;
  const note = (part: Part) => {
    if (part.type !== "tool-call") return;
    known.delete(part.id);
    known.set(part.id, { tool: part.tool, about: aboutCall(ground, part.tool, part.input) });
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break;
      known.delete(oldest);
    }
  };
  const find = (id: string): Call | undefined => {
    const call = known.get(id);
    if (call !== undefined || misses >= MOST_MISSES) return call;
    for (const { content } of latest()) if (typeof content !== "string") content.forEach(note);
    const found = known.get(id);
    misses = found === undefined ? misses + 1 : 0;
    return found;
  };
  const describe = (part: Part): Part => {
    if (part.type !== "tool-result" || part.about !== undefined) return part;
    const call = find(part.id);
    return call === undefined ? part : { ...part, tool: part.tool ?? call.tool, about: call.about };
  };
  return {
    tell(message) {
      const { content } = message;
      if (typeof content === "string") return message;
      content.forEach(note);
      return content.some(({ type }) => type === "tool-result")
        ? { ...message, content: content.map(describe) }
        : message;
    },
  };
}

/** What a call is about, without secrets, bounded, its paths relative to the project. */
function aboutCall({ folder, place, redact }: CallGround, tool: string, input: Json): ToolAbout {
  const bounds = boundsWith(redact);
  const { action, paths, command, target } = detectToolUse(tool, input);
  const locate = (path: string) => bounds.boundName(projectPath(path, folder, place.root), CAP.path);
  return {
    action,
    paths: paths === undefined ? undefined : paths.slice(0, MOST_PATHS).map(locate),
    command: command === undefined ? undefined : bounds.bound(command, CAP.command),
    target: target === undefined ? undefined : bounds.bound(target, CAP.target),
  };
}
