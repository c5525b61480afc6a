import type { Envelope } from "../event/envelope.js";
import { messageIn } from "../event/present.js";
import { isSecureFolder } from "../host/file/folder.js";
import { archiveFiles, dayFiles, eachLine, journalFolder, whyUnusable } from "../journal/file.js";
import { readLine } from "../journal/line.js";
import { expandMessages } from "./fold/expand-messages.js";

export interface HistoryFilter {
  readonly project?: string;
  /** The start of a session's id. */
  readonly session?: string;
  /** An event name, or a family such as "tool". */
  readonly type?: string;
  readonly since?: number;
  /** Exclusive. */
  readonly until?: number;
  /** Ignores case. */
  readonly tool?: string;
  /** A part of a file's path. */
  readonly path?: string;
}

/** Visits every recorded event once, oldest file first, without the read model. */
export function eachEvent(home: string, filter: HistoryFilter, visit: (event: Envelope) => void): void {
  const met = new Set<string>();
  if (!isSecureFolder(home) || !isSecureFolder(journalFolder(home))) return;
  for (const file of [...archiveFiles(home), ...dayFiles(home)]) {
    try {
      eachLine(home, file, 0, (text, start, end) => {
        const reading = readLine(text, start, end);
        if (reading.is === "malformed") return false;
        const event = reading.is === "event" ? reading.event : reading.envelope;
        if (met.has(event.id) || !matches(event, filter)) return false;
        met.add(event.id);
        visit(event);
        return false;
      });
    } catch (error) {
      if (whyUnusable(error) === undefined) throw error; // `verify` names such files; the others are still read.
    }
  }
}

function matches(event: Envelope, filter: HistoryFilter): boolean {
  const { project, session, type, since, until } = filter;
  if (project !== undefined && event.project !== project) return false;
  if (session !== undefined && !event.session.startsWith(session)) return false;
  if (type !== undefined && event.type !== type && !event.type.startsWith(`${type}.`)) return false;
  if (since !== undefined && event.at < since) return false;
  if (until !== undefined && event.at >= until) return false;
  if (filter.tool === undefined && filter.path === undefined) return true;
  const message = messageIn(event);
  const uses: readonly Envelope[] = message === undefined ? [event] : expandMessages([message]).slice(1);
  return uses.some((use) => isUse(use, filter));
}

/** Whether an event is about a tool and a file. A command names its files in its text. */
function isUse({ data }: Envelope, { tool, path }: HistoryFilter): boolean {
  if (typeof data !== "object" || data === null) return false;
  if (tool !== undefined) {
    if (!("tool" in data) || typeof data.tool !== "string") return false;
    if (data.tool.toLowerCase() !== tool.toLowerCase()) return false;
  }
  if (path === undefined) return true;
  const named = "paths" in data && Array.isArray(data.paths) ? data.paths : [];
  const command = "command" in data && typeof data.command === "string" ? [data.command] : [];
  return [...named, ...command].some((text) => typeof text === "string" && text.includes(path));
}
