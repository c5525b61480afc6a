import { existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { PASTS } from "../../agent/adapters.js";
import { systemCode, TidemarkError } from "../../error.js";
import { listTree, readTree, type TreeEntry } from "../../host/file/tree.js";
import { redactJson } from "../../redact/redact-json.js";
import type { Redact } from "../../redact/redactor.js";
import { type Document, isFileOf, isPackedName, readDocument, whyWrong } from "./document.js";
import type { Layout, SkippedFile } from "./layout.js";
import { layouts } from "./layouts.js";

const MAX_FILES = 20_000;
const MAX_BYTES = 16 * 1_048_576;

/** A layout found in a folder, with its files. */
export interface FoundLayout {
  readonly layout: Layout;
  readonly root: string;
  readonly entries: readonly TreeEntry[];
}

const AGENTS = PASTS.map(({ title }) => title).join(", ");

/** Finds the files of the named layout, or of the only layout that is there. */
export function findLayout(folder: string, layout?: Layout): FoundLayout {
  const full = resolve(folder);
  if (!existsSync(full) || !statSync(full).isDirectory())
    throw new TidemarkError("not-found", `There is no folder ${full}.`);
  const candidates = layout === undefined ? layouts : [layout];
  const found = candidates
    .map((candidate) => {
      const root = candidate.folder === basename(full) ? dirname(full) : full;
      return { layout: candidate, root, entries: listTree(root, treeOf(candidate), MAX_FILES) };
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

function treeOf(layout: Layout): Parameters<typeof listTree>[1] {
  return { isFolder: layout.isFolder, isFile: (path) => isFileOf(layout, path) };
}

/** Reads every file it can; the others are returned with the reason and left where they are. */
export function readLayout(
  { layout, root, entries }: FoundLayout,
  redact: Redact,
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
  if (typeof text !== "object") return text;
  const document = readDocument({ path, text: text.text }, at);
  if (typeof document === "string") return document;
  return whyWrong(layout, document) ?? document;
}

function textOf(path: string, bytes: Buffer): { text: string } | string {
  let plain: Buffer = bytes;
  if (isPackedName(path)) {
    try {
      plain = gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
    } catch (error) {
      const code = systemCode(error);
      return code === "ERR_BUFFER_TOO_LARGE" ? "it unpacks to more than 16 MB" : "it cannot be unpacked";
    }
  }
  try {
    // The decoder drops a byte order mark. Bytes that are not UTF-8 would not come back as they were.
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(plain) };
  } catch {
    return "it is not UTF-8";
  }
}
