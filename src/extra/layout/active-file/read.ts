import * as v from "valibot";
import { type Document, NAME, type Shape, shaped, text, texts } from "../document.js";
import type { LayoutReader, PastDraft } from "../layout.js";
import { changed, finished, planned, stated, teller, wholeSession } from "../past.js";
import { parseTime, type When } from "../time.js";

const AGENT = "active-file";

function sessionOf(document: Document): string | undefined {
  return shaped(document, session)?.session_id || stem(document.path);
}

function read(documents: readonly Document[], when: When): PastDraft[] {
  return documents.flatMap((document) => readSession(document, when));
}

function readSession(document: Document, when: When): PastDraft[] {
  const known = shaped(document, session);
  if (known === undefined) return [];
  const id = sessionOf(document) ?? "";
  const last = parseTime(known.timestamp, when) ?? parseTime(id, when) ?? document.at ?? when.now;
  // The id is the time at which the session began.
  const start = Math.min(last, parseTime(id, when) ?? last);
  const tell = teller(id, known.agent || AGENT);
  const past = [
    ...decoded(known.files, "impl").map((path) => tell(last, changed(path))),
    ...decoded(known.completed, "test").map((command) => tell(last, finished({ tool: "Bash", command }))),
    ...decoded(known.decisions, "dec").map((text) => tell(start, stated("decision", spaced(text)))),
    ...decoded(known.blockers, "block").map((text) => tell(start, stated("blocker", spaced(text)))),
    ...(known.next_actions == null
      ? []
      : [tell(last, planned(decoded(known.next_actions, "next").map(spaced)))]),
  ];
  return wholeSession(tell, [start, last], past, { reason: known.archived_at ? "archived" : undefined });
}

/** The texts of the codes of one kind; other codes stay in the document. */
function decoded(codes: readonly string[] | null | undefined, kind: string): string[] {
  return (codes ?? []).flatMap((code) => {
    const text = code.startsWith(`${kind}:`) ? code.slice(kind.length + 1).trim() : "";
    return text === "" ? [] : [text];
  });
}

/** Turns dashes between words back into spaces. */
function spaced(text: string): string {
  return text.includes(" ") ? text : text.replace(/(?<=[\p{L}\d,;.)])-(?=[\p{L}\d(])/gu, " ");
}

function stem(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/^active-/, "").replace(/\.json$/, "");
}

const session = v.looseObject({
  session_id: text,
  project: text,
  agent: text,
  timestamp: text,
  phase: text,
  completed: texts,
  files: texts,
  functions: texts,
  decisions: texts,
  blockers: texts,
  next_actions: texts,
  metadata: v.nullish(v.looseObject({ expires_at: text })),
  archived_at: text,
});

export const ARCHIVE = "archive";

const shapes: readonly Shape[] = [
  { path: new RegExp(`^active-${NAME}\\.json$`), schema: session },
  { path: new RegExp(`^${ARCHIVE}/${NAME}\\.json$`), schema: session },
];

export const activeFile: LayoutReader = { isFolder: (path) => path === ARCHIVE, shapes, sessionOf, read };
