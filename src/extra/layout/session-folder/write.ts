import type { JsonObject } from "../../../event/json.js";
import { modelText } from "../../../event/message-text.js";
import { activePins } from "../../../model/fold/declared/declared.js";
import { declaredFacts, factsHolding } from "../../../model/fold/declared/declared-fact.js";
import { openItems } from "../../../model/fold/session/status.js";
import {
  type Account,
  conversationIn,
  decisionsIn,
  type Said,
  type SessionAccount,
  sessionsOf,
} from "../account.js";
import { type Document, FileNames, fileName } from "../document.js";
import { utcTime, type When } from "../time.js";
import { CURRENT, SESSIONS, WHOLE } from "./read.js";

const RECENT_MESSAGES = 20;
const TOKEN_LIMIT = 100_000;
const CHARS_PER_TOKEN = 4;
const KNOWN: readonly string[] = ["fact", "convention", "command"];

/** A folder for each session, and a pointer to the current one. */
export function write(accounts: readonly Account[], when: When): Document[] {
  const sessions = sessionsOf(accounts);
  const [latest] = sessions;
  if (latest === undefined) return [];
  const names = new FileNames();
  return [
    { path: CURRENT, value: fileName(latest.state.session) },
    ...sessions.flatMap((session) => {
      const name = names.take(session.state.session, session.project.project);
      return sessionFiles(session, `${SESSIONS}/${name}`, when);
    }),
  ];
}

function sessionFiles(session: SessionAccount, folder: string, when: When): Document[] {
  const { state, status, project } = session;
  const { said, isWhole } = conversationIn(session);
  const tokens = Math.ceil(
    said.reduce((sum, { content }) => sum + modelText(content).length, 0) / CHARS_PER_TOKEN,
  );
  return [
    {
      path: `${folder}/full.json`,
      value: {
        ...(isWhole ? { format: WHOLE } : {}),
        messages: said.map(spoken),
        context: {
          project: project.name || project.project,
          path: project.path,
          branch: state.branch ?? null,
        },
      },
    },
    { path: `${folder}/working.json`, value: workingSet(session, said, tokens, when) },
    {
      path: `${folder}/state.json`,
      value: { created_at: pythonTime(state.startedAt), tokens_used: tokens, agent: state.agent, status },
    },
    {
      path: `${folder}/metadata.json`,
      value: {
        session_id: state.session,
        created_at: pythonTime(state.startedAt),
        last_updated: pythonTime(state.lastAt),
        message_count: said.length,
        token_count: tokens,
      },
    },
  ];
}

function workingSet(
  session: SessionAccount,
  said: readonly Said[],
  tokens: number,
  { now }: When,
): JsonObject {
  const { state, project } = session;
  const facts = factsHolding(declaredFacts(project), now).filter(({ kind }) => KNOWN.includes(kind));
  return {
    summary: state.compaction?.summary ?? state.closing?.text ?? "",
    pinned_facts: [...new Set([...activePins(project, now), ...facts].map(({ text }) => text))],
    decisions: decisionsIn(session).map(({ choice, reason }) =>
      reason === undefined ? choice : `${choice} (${reason})`,
    ),
    open_tasks: openItems(state.plan).map(({ text }) => text),
    files_touched: state.files.map(({ path }) => path),
    recent_messages: said.slice(-RECENT_MESSAGES).map(spoken),
    token_budget: { used: tokens, limit: TOKEN_LIMIT },
  };
}

function spoken({ at, ...message }: Said): JsonObject {
  return { ...message, timestamp: pythonTime(at) };
}

function pythonTime(at: number): string {
  return utcTime(at).replace("Z", "+00:00");
}
