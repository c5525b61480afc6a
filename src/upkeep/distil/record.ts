import type { TidemarkEvent } from "../../event/registry.js";

/** One event of a session as a model reads it. */
export interface Line {
  readonly event: string;
  readonly by: "user" | "agent" | "tool";
  readonly text: string;
}

const MAX_LINE_CHARS = 1_500;
const MAX_RECORD_CHARS = 24_000;

/** What was said in a session and what failed, in order. Of a long session the beginning of the work and its end. */
export function recordOf(events: readonly TidemarkEvent[]): Line[] {
  const lines = events.flatMap((event) => {
    const said = lineOf(event);
    const text = said?.text.trim().slice(0, MAX_LINE_CHARS) ?? "";
    return said === undefined || text === "" ? [] : [{ event: event.id, by: said.by, text }];
  });
  const [first, ...rest] = lines.filter(({ text }, at) => text !== lines[at - 1]?.text);
  if (first === undefined) return [];
  let room = MAX_RECORD_CHARS - first.text.length;
  const last = rest.findLastIndex(({ text }) => {
    room -= text.length;
    return room < 0;
  });
  return [first, ...rest.slice(last + 1)];
}

/** The record with a number before each line, by which a model names it. */
export function recordText(lines: readonly Line[]): string {
  return lines.map(({ by, text }, at) => `[${at + 1}] ${by}: ${text}`).join("\n\n");
}

function lineOf(event: TidemarkEvent): Pick<Line, "by" | "text"> | undefined {
  switch (event.type) {
    case "prompt.submitted":
      return { by: "user", text: event.data.text };
    case "turn.ended":
      return { by: "agent", text: event.data.message };
    case "message.said":
    case "plan.proposed":
      return { by: "agent", text: event.data.text };
    case "tool.finished": {
      const { ok, command = "", output = "" } = event.data;
      return ok || command === "" ? undefined : { by: "tool", text: `failed: ${command}\n${output}` };
    }
    default:
      return undefined;
  }
}
