import type { Envelope } from "../event/envelope.js";
import { isSecureFolder } from "../host/folder.js";
import { archiveFiles, dayFiles, journalFolder } from "../journal/file.js";
import { eachLine, whyUnusable } from "../journal/read.js";
import { readLine } from "../journal/read-line.js";

export interface HistoryFilter {
  readonly project?: string;
  /** A session's id, or the start of it. */
  readonly session?: string;
  /** An event name, or a family such as "tool". */
  readonly type?: string;
  readonly since?: number;
}

/** Visits every event ever recorded, oldest file first, each once, straight from the journal. */
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
      if (whyUnusable(error) === undefined) throw error; // `verify` names such files; the others are still told.
    }
  }
}

function matches(event: Envelope, { project, session, type, since }: HistoryFilter): boolean {
  if (project !== undefined && event.project !== project) return false;
  if (session !== undefined && !event.session.startsWith(session)) return false;
  if (type !== undefined && event.type !== type && !event.type.startsWith(`${type}.`)) return false;
  return since === undefined || event.at >= since;
}
