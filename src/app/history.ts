import type { Envelope } from "../event/envelope.js";
import { archiveFiles, dayFiles } from "../journal/file.js";
import { readLines } from "../journal/read.js";
import { readLine } from "../journal/read-line.js";

export interface HistoryFilter {
  readonly project?: string;
  /** A session's id, or the start of it. */
  readonly session?: string;
  /** An event name, or a family such as "tool". */
  readonly type?: string;
  readonly since?: number;
}

/** Every event ever recorded, oldest file first, each once, straight from the journal. */
export function* history(home: string, filter: HistoryFilter = {}): Generator<Envelope> {
  const met = new Set<string>();
  for (const file of [...archiveFiles(home), ...dayFiles(home)]) {
    for (const { text } of readLines(home, file)) {
      const reading = readLine(text);
      if (reading.is === "malformed") continue;
      const event = reading.is === "event" ? reading.event : reading.envelope;
      if (met.has(event.id) || !matches(event, filter)) continue;
      met.add(event.id);
      yield event;
    }
  }
}

function matches(event: Envelope, { project, session, type, since }: HistoryFilter): boolean {
  if (project !== undefined && event.project !== project) return false;
  if (session !== undefined && !event.session.startsWith(session)) return false;
  if (type !== undefined && event.type !== type && !event.type.startsWith(`${type}.`)) return false;
  return since === undefined || event.at >= since;
}
