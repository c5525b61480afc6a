import { present } from "../../event/present.js";
import type { TidemarkEvent } from "../../event/registry.js";
import { eachEvent } from "../../model/history.js";
import { type Account, accountOf } from "./account.js";
import { isFileOf } from "./document.js";
import { type KeptDocument, keptDocuments } from "./kept-document.js";
import type { Layout } from "./layout.js";
import { isFrom } from "./past-event.js";
import type { Sources } from "./render.js";
import type { When } from "./time.js";

/** Events by project. */
export type ProjectEvents = ReadonlyMap<string, readonly TidemarkEvent[]>;

/** All events of one project, or of every project. */
export function readProjects(
  home: string,
  project: string | undefined,
  onProgress?: (events: number) => void,
): ProjectEvents {
  const projects = new Map<string, TidemarkEvent[]>();
  let read = 0;
  eachEvent(home, { project }, (envelope) => {
    const reading = present(envelope);
    if (++read % 5_000 === 0) onProgress?.(read);
    if (reading.is !== "event") return;
    const events = projects.get(reading.event.project);
    if (events === undefined) projects.set(reading.event.project, [reading.event]);
    else events.push(reading.event);
  });
  return projects;
}

/** What a layout is written from: all of these projects, or one session alone. */
export function sourcesOf(layout: Layout, projects: ProjectEvents, when: When, session?: string): Sources {
  const documents: KeptDocument[] = [];
  const base: Account[] = [];
  const now: Account[] = [];
  for (const events of projects.values()) {
    const kept = keptDocuments(events, layout.name);
    const all = accountOf(events, when);
    if (all !== undefined) now.push(narrowed(all, session));
    if (kept.length === 0) continue;
    documents.push(...kept);
    const taken = events.filter((event) => isFrom(layout.name, event) || event.type === "project.seen");
    // Mostly nothing has happened since, or nothing else ever did.
    const isAll = taken.length === events.filter(({ type }) => type !== "layout.imported").length;
    const before = isAll ? all : accountOf(taken, when);
    if (before !== undefined) base.push(narrowed(before, session));
  }
  return {
    documents: documents
      .filter(({ path }) => isFileOf(layout, path))
      .filter((document) => session === undefined || (document.session ?? session) === session),
    base: latestFirst(base),
    now: latestFirst(now),
  };
}

function narrowed(account: Account, session: string | undefined): Account {
  if (session === undefined) return account;
  return { ...account, sessions: account.sessions.filter(({ state }) => state.session === session) };
}

function latestFirst(accounts: readonly Account[]): Account[] {
  const latest = ({ sessions, state }: Account) => sessions[0]?.state.lastAt ?? state.startedAt;
  return [...accounts].sort((a, b) => latest(b) - latest(a) || (a.state.project < b.state.project ? -1 : 1));
}
