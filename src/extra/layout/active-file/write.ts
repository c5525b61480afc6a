import type { JsonObject } from "../../../event/json.js";
import { declaredFacts, factsHolding } from "../../../model/fold/declared/declared-fact.js";
import { openItems } from "../../../model/fold/session/status.js";
import { type Account, decisionsIn, type SessionAccount } from "../account.js";
import { type Document, FileNames } from "../document.js";
import { type When, wallTime } from "../time.js";
import { ARCHIVE } from "./read.js";

const EXPIRES_AFTER = 7 * 24 * 3_600_000;

/** The latest session of a project is active for a week; all others are in the archive. */
export function write(accounts: readonly Account[], when: When): Document[] {
  const active = new FileNames();
  const archived = new FileNames();
  return accounts.flatMap(({ state, sessions }) =>
    sessions.map((session, index) => {
      const { state: own } = session;
      if (index === 0 && when.now < expiryOf(session)) {
        const name = active.take(state.name || state.project, state.project);
        return { path: `active-${name}.json`, value: codesOf(session, when) };
      }
      return {
        path: `${ARCHIVE}/${archived.take(own.session, state.project)}.json`,
        value: { ...codesOf(session, when), archived_at: wallTime(own.lastAt, when) },
      };
    }),
  );
}

function codesOf(session: SessionAccount, when: When): JsonObject {
  const { state, project } = session;
  const facts = factsHolding(declaredFacts(project), state.lastAt).filter(
    (fact) => fact.session === state.session,
  );
  const saying = (kind: "blocker" | "next") => facts.filter((fact) => fact.kind === kind);
  return {
    session_id: state.session,
    project: project.name || project.project,
    agent: state.agent,
    timestamp: wallTime(state.lastAt, when),
    files: codes(
      "impl",
      state.files.map(({ path }) => path),
    ),
    functions: codes("impl", [...state.symbols]),
    decisions: codes(
      "dec",
      decisionsIn(session).map(({ choice, reason }) =>
        dashed(reason === undefined ? choice : `${choice}-${reason}`),
      ),
    ),
    blockers: codes("block", [
      ...state.blockers.map(({ command }) => `failing:${dashed(command)}`),
      ...[...state.found.blocked, ...saying("blocker")].map(({ text }) => `said:${dashed(text)}`),
    ]),
    next_actions: codes(
      "next",
      [...openItems(state.plan), ...state.found.next, ...saying("next")].map(({ text }) => dashed(text)),
    ),
    metadata: { expires_at: wallTime(expiryOf(session), when) },
  };
}

function expiryOf({ state }: SessionAccount): number {
  return state.lastAt + EXPIRES_AFTER;
}

function codes(kind: string, texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => `${kind}:${text}`))];
}

function dashed(text: string): string {
  return text.trim().replace(/\s+/g, "-");
}
