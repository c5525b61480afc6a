import { existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { PASTS } from "../../agent/adapters.js";
import { boundsWith } from "../../capture/bound.js";
import { markPlaceRecorded } from "../../capture/place/identify-project.js";
import { hash64 } from "../../capture/place/path.js";
import { projectSeen } from "../../capture/record.js";
import { systemCode, TidemarkError } from "../../error.js";
import type { Draft, TidemarkEvent } from "../../event/registry.js";
import { listTree, readTree, type TreeEntry } from "../../host/file/tree.js";
import { append } from "../../journal/append.js";
import { appendPast, type PastEvent } from "../../journal/append-past.js";
import type { Here } from "../../project/here.js";
import { redactJson } from "../../redact/redact-json.js";
import { type Document, isFileOf, isPackedName, readDocument, whyWrong } from "./document.js";
import { keptDocuments, splitDocument } from "./kept-document.js";
import type { Layout, SkippedFile } from "./layout.js";
import { layouts } from "./layouts.js";
import { boundPast, pastEvents } from "./past-event.js";
import { isSameDocument, readProjects, renderLayout, sourcesOf } from "./render.js";
import type { When } from "./time.js";

export interface ImportRequest {
  readonly here: Here;
  readonly folder: string;
  /** Detected if it is not given. */
  readonly layout?: Layout;
  readonly when: When;
  readonly isDry?: boolean;
  readonly onProgress?: (files: number) => void;
  readonly onWriting?: (events: number) => void;
}

export interface Imported {
  readonly layout: Layout;
  /** New or changed. */
  readonly files: readonly string[];
  /** Imported before. */
  readonly known: readonly string[];
  readonly skipped: readonly SkippedFile[];
  readonly events: number;
  /** Sessions with new events. */
  readonly sessions: readonly string[];
}

/** Imports the files of another session tool. The files stay as they are, and known events are not imported twice. */
export function importLayout(request: ImportRequest): Imported {
  const { here, when, onProgress } = request;
  const found = findLayout(request.folder, request.layout);
  const { layout } = found;
  const { documents, skipped } = readLayout(found, here, onProgress);
  const stored = readProjects(here.home, here.project).get(here.project) ?? [];
  const own = ownDocuments(layout, here, stored, when);
  const isKnown = (document: Document) =>
    own.some((some) => isSameDocument(some.get(document.path), document));
  const fresh = documents.filter((document) => !isKnown(document));
  const keeping = fresh.flatMap((document) => keepingOf(here, layout, document, documents) ?? []);
  const kept = new Set(keeping.map(({ path }) => path));
  const unkept = fresh.filter(({ path }) => !kept.has(path));
  const good = documents.filter((document) => kept.has(document.path) || isKnown(document));
  const past = fresh.length === 0 ? [] : unknownEvents(request, layout, good, own, stored);
  if (!request.isDry) write(request, past, keeping);
  return {
    layout,
    files: keeping.map(({ path }) => path),
    known: documents.filter(isKnown).map(({ path }) => path),
    skipped: [
      ...skipped,
      ...unkept.map(({ path }) => ({ path, reason: "a single text in it is too long to be kept" })),
    ],
    events: past.length,
    sessions: [...new Set(past.map(({ session }) => session))].filter(Boolean),
  };
}

type Documents = ReadonlyMap<string, Document>;

/** The last imported documents, and those that Tidemark would export now: importing its own export brings nothing new. */
function ownDocuments(
  layout: Layout,
  { project }: Here,
  stored: readonly TidemarkEvent[],
  when: When,
): readonly Documents[] {
  const sources = sourcesOf(layout, new Map([[project, stored]]), when);
  return [keptDocuments(stored, layout.name), renderLayout(layout, sources, when)].map(
    (documents) => new Map(documents.map((document) => [document.path, document])),
  );
}

function unknownEvents(
  { here, when }: ImportRequest,
  layout: Layout,
  documents: readonly Document[],
  own: readonly Documents[],
  stored: readonly TidemarkEvent[],
): PastEvent[] {
  const eventsIn = (some: readonly Document[]) => {
    const drafts = layout
      .read(some, when)
      .flatMap((past) => boundPast(past, here.place.root, here.redact) ?? []);
    return pastEvents(layout.name, here.project, drafts, when.now);
  };
  const told = own.flatMap((some) => eventsIn([...some.values()]));
  const known = new Set([...stored, ...told].map(({ id }) => id));
  return eventsIn(documents).filter(({ id }) => !known.has(id));
}

interface Keeping {
  readonly path: string;
  readonly drafts: readonly Draft[];
}

/** The events that store a whole document; undefined if it cannot be split. */
function keepingOf(
  { redact }: Here,
  layout: Layout,
  document: Document,
  all: readonly Document[],
): Keeping | undefined {
  const json = JSON.stringify(document.value);
  const parts = splitDocument(json);
  const session = layout.sessionOf(document, all);
  const digest = hash64(json);
  const about = {
    layout: layout.name,
    name: document.path,
    session: session && boundsWith(redact).boundName(session),
  };
  const drafts = parts?.map((part, index): Draft => {
    const place = parts.length === 1 ? {} : { part: index + 1, parts: parts.length };
    return { type: "layout.imported", data: { ...about, document: part, ...place, digest } };
  });
  return drafts === undefined ? undefined : { path: document.path, drafts };
}

/** Writes the events first, because a stored document means that all of it was imported. */
function write(request: ImportRequest, past: readonly PastEvent[], keeping: readonly Keeping[]): void {
  const { here, when, onWriting } = request;
  if (keeping.length === 0) return;
  const scene = { at: when.now, project: here.project, session: "", agent: "" };
  if (here.learned !== undefined) {
    append(here.home, [projectSeen(here.learned, boundsWith(here.redact))], scene);
    markPlaceRecorded(here.home, here.place);
  }
  appendPast(here.home, past, when.now, onWriting);
  const drafts = keeping.flatMap((document) => document.drafts);
  for (const portion of portionsOf(drafts)) append(here.home, portion, scene);
}

const MAX_PORTION_CHARS = 1_000_000;

/** Groups drafts so that each group fits into one write. */
function portionsOf(drafts: readonly Draft[]): Draft[][] {
  const portions: Draft[][] = [];
  let room = 0;
  for (const draft of drafts) {
    const size = JSON.stringify(draft).length;
    if (size > room) {
      portions.push([]);
      room = MAX_PORTION_CHARS;
    }
    portions.at(-1)?.push(draft);
    room -= size;
  }
  return portions;
}

const MAX_FILES = 20_000;
const MAX_BYTES = 16 * 1_048_576;

/** A layout found in a folder, with its files. */
interface FoundLayout {
  readonly layout: Layout;
  readonly root: string;
  readonly entries: readonly TreeEntry[];
}

const AGENTS = PASTS.map(({ title }) => title).join(", ");

/** Finds the files of the named layout, or of the only layout that is there. */
function findLayout(folder: string, layout?: Layout): FoundLayout {
  const full = resolve(folder);
  if (!existsSync(full) || !statSync(full).isDirectory())
    throw new TidemarkError("not-found", `There is no folder ${full}.`);
  const candidates = layout === undefined ? layouts : [layout];
  const found = candidates
    .map((candidate) => {
      const root = candidate.folder === basename(full) ? dirname(full) : full;
      const tree = { isFolder: candidate.isFolder, isFile: (path: string) => isFileOf(candidate, path) };
      return { layout: candidate, root, entries: listTree(root, tree, MAX_FILES) };
    })
    .filter(({ entries }) => entries.length > 0);
  const [only, second] = found;
  if (only === undefined)
    throw new TidemarkError("not-found", `There is nothing in ${full} that Tidemark can import.`, {
      hint: `It reads ${layout === undefined ? `transcripts of ${AGENTS}, and ` : ""}these layouts: ${candidates.map(({ name, meaning }) => `${name} (${meaning})`).join("; ")}`,
    });
  if (second !== undefined)
    throw new TidemarkError("bad-argument", `There is more than one layout in ${full}.`, {
      hint: `Choose with --layout: ${found.map((one) => one.layout.name).join(", ")}`,
    });
  return only;
}

/** Reads every file it can; the others are returned with the reason and left where they are. */
function readLayout(
  { layout, root, entries }: FoundLayout,
  { redact }: Here,
  onProgress?: (files: number) => void,
): { documents: Document[]; skipped: SkippedFile[] } {
  const documents: Document[] = [];
  const skipped: SkippedFile[] = [];
  entries.forEach((entry, index) => {
    const document = documentAt(layout, root, entry);
    if (typeof document === "string") skipped.push({ path: entry.path, reason: document });
    else documents.push({ ...document, value: redactJson(document.value, { redact }) });
    onProgress?.(index + 1);
  });
  if (entries.length >= MAX_FILES)
    skipped.push({
      path: "…",
      reason: `only the first ${MAX_FILES.toLocaleString("en")} files were looked at`,
    });
  return { documents, skipped };
}

/** The document in a file, or why it cannot be read. */
function documentAt(layout: Layout, root: string, { path, is, size, at }: TreeEntry): Document | string {
  if (is === "link") return "it is a link, and those are not followed";
  if (is !== "file") return is === "folder" ? "it is a folder" : "it is not a plain file";
  if (size > MAX_BYTES) return "it is larger than 16 MB";
  const bytes = readTree(root, path, MAX_BYTES);
  if (typeof bytes === "string") return bytes;
  const text = textOf(path, bytes);
  if ("error" in text) return text.error;
  const document = readDocument({ path, ...text }, at);
  if (typeof document === "string") return document;
  return whyWrong(layout, document) ?? document;
}

function textOf(path: string, bytes: Buffer): { text: string } | { error: string } {
  try {
    const plain = isPackedName(path) ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
    // The decoder drops a byte order mark. Bytes that are not UTF-8 would not come back as they were.
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(plain) };
  } catch (error) {
    const code = systemCode(error);
    if (code === "ERR_BUFFER_TOO_LARGE") return { error: "it unpacks to more than 16 MB" };
    const isText = code === "ERR_ENCODING_INVALID_ENCODED_DATA";
    return { error: isText ? "it is not UTF-8" : "it cannot be unpacked" };
  }
}
