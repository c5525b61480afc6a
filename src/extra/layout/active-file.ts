import * as v from "valibot";
import { blockerCode } from "../../brief/codes.js";
import type { JsonObject } from "../../event/json.js";
import { declaredFacts, factsHolding } from "../../model/fold/declared/declared-fact.js";
import { ARCHIVED_AFTER_MS, openItems, passedTests } from "../../model/fold/session/status.js";
import { wordsOfCode } from "../../text/prose/code-line.js";
import { type Account, decisionsIn, type SessionAccount } from "./account.js";
import { type Document, FileNames, NAME, shaped } from "./document.js";
import * as field from "./field.js";
import type { LayoutFormat, PastDraft } from "./layout.js";
import { changed, declared, finished, planned, spanOf, stated, teller, wholeSession } from "./past.js";
import { type When, wallTime } from "./time.js";

const ARCHIVE = "archive";

const session = v.looseObject({
  ...field.textFields("session_id", "project", "agent", "timestamp", "phase", "archived_at"),
  ...field.listFields("completed", "files", "functions", "decisions", "blockers", "next_actions"),
  metadata: field.part(field.textFields("expires_at")),
});

export const activeFile: LayoutFormat = {
  isFolder: (path) => path === ARCHIVE,
  shapes: [
    { path: new RegExp(`^active-${NAME}\\.json$`), schema: session },
    { path: new RegExp(`^${ARCHIVE}/${NAME}\\.json$`), schema: session },
  ],
  sessionOf,
  read: (documents, when) => documents.flatMap((document) => readSession(document, when)),
  write,
};

function sessionOf(document: Document): string {
  return shaped(document, session)?.session_id || stem(document.path);
}

function readSession(document: Document, when: When): PastDraft[] {
  const known = shaped(document, session);
  if (known === undefined) return [];
  const id = sessionOf(document);
  // The id is the time at which the session began.
  const [start, last] = spanOf([id], [known.timestamp, id], document, when);
  const tell = teller(id, known.agent || "active-file", last, when);
  const functions = decoded(known.functions, "impl");
  const past = [
    ...decoded(known.files, "impl").map((path) => tell(last, changed(path))),
    ...(functions.length === 0 ? [] : [tell(last, declared(functions))]),
    ...decoded(known.completed, "test").map((command) =>
      tell(last, finished({ tool: "Bash", command: wordsOfCode(command) })),
    ),
    ...decoded(known.decisions, "dec").map((text) => tell(start, stated("decision", wordsOfCode(text)))),
    ...decoded(known.blockers, "block").map((text) =>
      tell(start, stated("blocker", wordsOfCode(text.replace(/^said:/, "")))),
    ),
    ...(known.next_actions == null
      ? []
      : [tell(last, planned(decoded(known.next_actions, "next").map(wordsOfCode)))]),
  ];
  return wholeSession(tell, [start, last], past, { reason: known.archived_at ? "archived" : undefined });
}

/** The texts of the codes of one kind; other codes stay in the document. */
function decoded(codes: readonly string[] | null | undefined, kind: string): string[] {
  return (codes ?? [])
    .filter((code) => code.startsWith(`${kind}:`))
    .map((code) => code.slice(kind.length + 1).trim())
    .filter(Boolean);
}

function stem(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/^active-/, "").replace(/\.json$/, "");
}

/** The latest session of a project is active for a week; all others are in the archive. */
function write(accounts: readonly Account[], when: When): Document[] {
  const active = new FileNames();
  const archived = new FileNames();
  return accounts.flatMap(({ state, sessions }) =>
    sessions.map((account, index) => {
      const { session: id, lastAt } = account.state;
      const value = codesOf(account, when);
      if (index === 0 && when.now < lastAt + ARCHIVED_AFTER_MS)
        return { path: `active-${active.take(state.name || state.project, state.project)}.json`, value };
      const path = `${ARCHIVE}/${archived.take(id, state.project)}.json`;
      return { path, value: { ...value, archived_at: wallTime(lastAt, when) } };
    }),
  );
}

function codesOf(account: SessionAccount, when: When): JsonObject {
  const { state, project } = account;
  const facts = factsHolding(declaredFacts(project), state.lastAt);
  const saying = (kind: "blocker" | "next") =>
    facts.filter((fact) => fact.session === state.session && fact.kind === kind);
  const decisions = decisionsIn(account).map(({ choice, reason }) =>
    reason === undefined ? choice : `${choice}-${reason}`,
  );
  const next = [...openItems(state.plan), ...state.found.next, ...saying("next")];
  return {
    session_id: state.session,
    project: project.name || project.project,
    agent: state.agent,
    timestamp: wallTime(state.lastAt, when),
    completed: distinct(passedTests(state).map((command) => `test:${dashed(command)}`)),
    files: distinct(state.files.map(({ path }) => `impl:${path}`)),
    functions: distinct([...state.symbols].map((name) => `impl:${name}`)),
    decisions: distinct(decisions.map((text) => `dec:${dashed(text)}`)),
    blockers: distinct([
      ...state.blockers.map(({ command }) => `block:failing:${dashed(command)}`),
      ...[...state.found.blocked, ...saying("blocker")].map(
        ({ text }) => `block:${blockerCode(dashed(text))}`,
      ),
    ]),
    next_actions: distinct(next.map(({ text }) => `next:${dashed(text)}`)),
    metadata: { expires_at: wallTime(state.lastAt + ARCHIVED_AFTER_MS, when) },
  };
}

function distinct(codes: readonly string[]): string[] {
  return [...new Set(codes)];
}

function dashed(text: string): string {
  return text.trim().replace(/\s+/g, "-");
}
