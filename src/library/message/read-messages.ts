import { compareEvents, type Point } from "../../event/order.js";
import { tryReadAt } from "../../journal/file.js";
import { type Ancestor, lineageOf } from "../../model/lineage.js";
import type { IndexedEvent, MessagePage } from "../../model/store/store.js";
import { type Message, messageOf } from "./message.js";
import type { Workspace } from "./workspace.js";

/** The last messages of a session and its ancestors that fit a page, oldest first, without forgotten or lost ones. */
export function readMessages(workspace: Workspace, session: string, page: MessagePage): Message[] {
  const found = readPointed(workspace, pointersOf(workspace, session, page));
  return workspace.isBehind() ? withRecent(workspace, session, page, found) : found;
}

/** All current messages of a session and its ancestors, oldest first. */
export function* eachMessage(workspace: Workspace, session: string): IterableIterator<Message> {
  const [last] = pointersOf(workspace, session, { limit: 1 });
  let reached: Message | undefined;
  if (last !== undefined)
    for (const ancestor of lineageOf(workspace.store(), workspace.project, session).reverse())
      for (const message of eachOf(workspace, ancestor, last)) {
        reached = message;
        yield message;
      }
  if (workspace.isBehind()) yield* ownSince(workspace, session, reached);
}

/** The place of the last message, even if the journal has lost its content. */
export function lastPoint(workspace: Workspace, session: string): Point | undefined {
  const [last] = pointersOf(workspace, session, { limit: 1 });
  return (workspace.isBehind() ? ownSince(workspace, session, last).at(-1) : undefined) ?? last;
}

/** Reads the page of `readMessages` one by one: messages may hold large files. */
export function* eachInPage(
  workspace: Workspace,
  session: string,
  page: MessagePage,
): IterableIterator<Message> {
  const pointers = pointersOf(workspace, session, page);
  let reached: Message | undefined;
  for (const portion of portionsOf(pointers))
    for (const message of readPointed(workspace, portion)) {
      reached = message;
      yield message;
    }
  if (workspace.isBehind()) yield* ownSince(workspace, session, reached ?? page.after);
}

/** The places of all messages, newest first, without reading them. */
export function* eachPointer(workspace: Workspace, session: string): IterableIterator<IndexedEvent> {
  let before: Point | undefined;
  for (;;) {
    const found = pointersOf(workspace, session, { limit: PAGE, before });
    yield* found.toReversed();
    before = found[0];
    if (before === undefined) return;
  }
}

const PAGE = 1_000;
const MAX_BYTES_AT_ONCE = 4 << 20;

function* eachOf(workspace: Workspace, { session, upTo }: Ancestor, last: Point): IterableIterator<Message> {
  const before = behind(upTo === undefined || compareEvents(last, upTo) < 0 ? last : upTo);
  let after: Point | undefined;
  for (;;) {
    const page = { limit: PAGE, before, oldestFirst: true, after };
    const pointers = workspace.store().messages(workspace.project, session, page);
    for (const portion of portionsOf(pointers)) yield* readPointed(workspace, portion);
    after = pointers.at(-1);
    if (pointers.length < PAGE) return;
  }
}

/** Read newest first along the forks, returned oldest first. */
function pointersOf(workspace: Workspace, session: string, page: MessagePage): IndexedEvent[] {
  const store = workspace.store();
  const found: IndexedEvent[] = [];
  for (const { session: name, upTo } of lineageOf(store, workspace.project, session)) {
    if (found.length >= page.limit) break;
    const before = upTo === undefined ? undefined : behind(upTo);
    const isNearer =
      page.before !== undefined && (before === undefined || compareEvents(page.before, before) < 0);
    const own = store.messages(workspace.project, name, {
      limit: page.limit - found.length,
      before: isNearer ? page.before : before,
      after: page.after,
    });
    for (const pointer of own) found.push(pointer);
  }
  return found.reverse();
}

function readPointed(workspace: Workspace, pointers: readonly IndexedEvent[]): Message[] {
  const found = new Map<string, Message>();
  for (const [file, places] of byFile(pointers)) {
    for (const reading of tryReadAt(workspace.home, file, places)) {
      if (reading.is !== "event" || reading.event.type !== "message.added") continue;
      const { id, data } = reading.event;
      const original = workspace.recent.original(id, () => JSON.stringify(data));
      found.set(id, original ?? messageOf(reading.event, data));
    }
  }
  return pointers.flatMap(({ id }) => found.get(id) ?? []);
}

/** Adds this process's own messages while another process blocks draining. */
function withRecent(workspace: Workspace, session: string, page: MessagePage, found: Message[]): Message[] {
  const added = ownSince(workspace, session, found.at(-1) ?? page.after);
  const { before, limit } = page;
  const fitting = before ? added.filter((message) => compareEvents(message, before) < 0) : added;
  return [...found, ...fitting].slice(-limit);
}

function ownSince({ recent }: Workspace, session: string, last: Point | undefined): Message[] {
  return recent.of(session).filter((message) => last === undefined || compareEvents(message, last) > 0);
}

/** The place right behind a point: no id contains a blank. */
export function behind({ clock, id }: Point): Point {
  return { clock, id: `${id} ` };
}

function* portionsOf(pointers: readonly IndexedEvent[]): IterableIterator<IndexedEvent[]> {
  let portion: IndexedEvent[] = [];
  let bytes = 0;
  for (const pointer of pointers) {
    bytes += pointer.length;
    if (portion.length > 0 && bytes > MAX_BYTES_AT_ONCE) {
      yield portion;
      portion = [];
      bytes = pointer.length;
    }
    portion.push(pointer);
  }
  if (portion.length > 0) yield portion;
}

function byFile(pointers: readonly IndexedEvent[]): Map<string, IndexedEvent[]> {
  const files = new Map<string, IndexedEvent[]>();
  for (const pointer of pointers) files.set(pointer.file, []);
  for (const pointer of pointers) files.get(pointer.file)?.push(pointer);
  return files;
}
