import { compareEvents, type Point } from "../../event/order.js";
import { tryReadAt } from "../../journal/read.js";
import { type Ancestor, lineageOf } from "../../model/lineage.js";
import type { IndexedEvent, MessagePage } from "../../model/store/store.js";
import type { Ground } from "./ground.js";
import { type Message, messageOf } from "./message.js";

/**
 * The last messages of a session that fit a page, oldest first, with those of the sessions it was forked from. What was
 * forgotten, or the journal has lost, is left out.
 */
export function readMessages(ground: Ground, session: string, page: MessagePage): Message[] {
  const found = readPointed(ground, pointersOf(ground, session, page));
  return ground.isBehind() ? withRecent(ground, session, page, found) : found;
}

/** All messages of a session and of those it was forked from, oldest first, up to the last there is now. */
export function* eachMessage(ground: Ground, session: string): IterableIterator<Message> {
  const [last] = pointersOf(ground, session, { limit: 1 });
  let reached: Message | undefined;
  if (last !== undefined)
    for (const ancestor of lineageOf(ground.store(), ground.project, session).reverse())
      for (const message of eachOf(ground, ancestor, last)) {
        reached = message;
        yield message;
      }
  if (ground.isBehind()) yield* ownSince(ground, session, reached);
}

/** The place of the last message, also where the journal has lost what it said. */
export function lastPoint(ground: Ground, session: string): Point | undefined {
  const [last] = pointersOf(ground, session, { limit: 1 });
  return (ground.isBehind() ? ownSince(ground, session, last).at(-1) : undefined) ?? last;
}

/** The same page as `readMessages`, read as it is asked for: messages may hold files. */
export function* eachInPage(ground: Ground, session: string, page: MessagePage): IterableIterator<Message> {
  const pointers = pointersOf(ground, session, page);
  let reached: Message | undefined;
  for (const portion of portionsOf(pointers))
    for (const message of readPointed(ground, portion)) {
      reached = message;
      yield message;
    }
  if (ground.isBehind()) yield* ownSince(ground, session, reached ?? page.after);
}

/** Where all messages of a conversation stand, newest first, without reading them. */
export function* eachPointer(ground: Ground, session: string): IterableIterator<IndexedEvent> {
  let before: Point | undefined;
  for (;;) {
    const found = pointersOf(ground, session, { limit: PAGE, before });
    yield* found.toReversed();
    before = found[0];
    if (before === undefined) return;
  }
}

const PAGE = 1_000;
/** Bytes of lines read at once. */
const PORTION = 4 << 20;

function* eachOf(ground: Ground, { session, upTo }: Ancestor, last: Point): IterableIterator<Message> {
  const before = behind(upTo === undefined || compareEvents(last, upTo) < 0 ? last : upTo);
  let after: Point | undefined;
  for (;;) {
    const page = { limit: PAGE, before, oldestFirst: true, after };
    const pointers = ground.store().messages(ground.project, session, page);
    for (const portion of portionsOf(pointers)) yield* readPointed(ground, portion);
    after = pointers.at(-1);
    if (pointers.length < PAGE) return;
  }
}

/** Newest first along the forks, given back oldest first. */
function pointersOf(ground: Ground, session: string, page: MessagePage): IndexedEvent[] {
  const store = ground.store();
  const found: IndexedEvent[] = [];
  for (const { session: name, upTo } of lineageOf(store, ground.project, session)) {
    if (found.length >= page.limit) break;
    const before = upTo === undefined ? undefined : behind(upTo);
    const isNearer =
      page.before !== undefined && (before === undefined || compareEvents(page.before, before) < 0);
    const bound = isNearer ? page.before : before;
    const own = store.messages(ground.project, name, {
      limit: page.limit - found.length,
      before: bound,
      after: page.after,
    });
    for (const pointer of own) found.push(pointer);
  }
  return found.reverse();
}

function readPointed(ground: Ground, pointers: readonly IndexedEvent[]): Message[] {
  const found = new Map<string, Message>();
  for (const [file, places] of byFile(pointers)) {
    for (const reading of tryReadAt(ground.home, file, places)) {
      if (reading.is !== "event" || reading.event.type !== "message.added") continue;
      const { id, data } = reading.event;
      const original = ground.recent.original(id, () => JSON.stringify(data));
      found.set(id, original ?? messageOf(reading.event, data));
    }
  }
  return pointers.flatMap(({ id }) => found.get(id) ?? []);
}

/** While another process keeps us from draining, what this one has just added is known all the same. */
function withRecent(ground: Ground, session: string, page: MessagePage, found: Message[]): Message[] {
  const added = ownSince(ground, session, found.at(-1) ?? page.after);
  const { before } = page;
  const fitting =
    before === undefined ? added : added.filter((message) => compareEvents(message, before) < 0);
  return [...found, ...fitting].slice(-page.limit);
}

function ownSince({ recent }: Ground, session: string, last: Point | undefined): Message[] {
  return recent.of(session).filter((message) => last === undefined || compareEvents(message, last) > 0);
}

/** The place right behind a point, so that what stands before it includes the point: no id goes on with a blank. */
export function behind({ clock, id }: Point): Point {
  return { clock, id: `${id} ` };
}

function* portionsOf(pointers: readonly IndexedEvent[]): IterableIterator<IndexedEvent[]> {
  let portion: IndexedEvent[] = [];
  let bytes = 0;
  for (const pointer of pointers) {
    if (portion.length > 0 && bytes + pointer.length > PORTION) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(pointer);
    bytes += pointer.length;
  }
  if (portion.length > 0) yield portion;
}

function byFile(pointers: readonly IndexedEvent[]): Map<string, IndexedEvent[]> {
  const files = new Map<string, IndexedEvent[]>();
  for (const pointer of pointers) {
    const known = files.get(pointer.file);
    if (known === undefined) files.set(pointer.file, [pointer]);
    else known.push(pointer);
  }
  return files;
}
