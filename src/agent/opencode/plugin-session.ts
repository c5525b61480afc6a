import { type Fields, fieldsOf, isFields, textOf } from "../payload/fields.js";
import type { HookLine, Payload } from "../plugin/hook-line.js";
import type { Answer } from "../plugin/wire.js";

/** The sessions that the plugin has seen, and their events for the hook. */
export interface Sessions {
  created(info: Fields): void;
  /** The first prompt starts the session. */
  asked(session: string, model: string | undefined): Promise<Answer>;
  said(session: string, message: unknown, text: string | undefined): void;
  begins(session: string, call: string): void;
  /** An earlier subagent gets more work. */
  goesOn(worker: string | undefined, parent: string): void;
  /** Whether the call was seen to start. Forks and cleanups report old calls again. */
  ends(session: string, call: string): boolean;
  idle(session: string): void;
  compacting(session: string): void;
  /** The message contains the summary of a compaction. */
  summing(session: string, message: unknown): void;
  compacted(session: string): void;
  /** The context for every request after a compaction. */
  toldAgain(session: string): Promise<string | undefined>;
  isWorker(session: string): boolean;
  /** The subagent of the session, if it is one. */
  workerOf(session: string): { readonly agent_id?: string; readonly agent_type?: string };
  rootOf(session: string): string;
  end(): void;
}

interface Session {
  /** How it began; an old session that continues if that was not seen. */
  source: string;
  isStarted: boolean;
  isAsked: boolean;
  isStale: boolean;
  told: Promise<string | undefined> | undefined;
  words: string[];
  summing: unknown;
  summary: string;
  readonly calls: Set<string>;
  readonly parent: string | undefined;
  readonly kind: string;
}

const MAX_TEXTS = 4;
const FORKED = / \(fork #\d+\)$/;

export function openSessions(line: HookLine): Sessions {
  const known = new Map<string, Session>();
  const at = (id: string) => known.get(id) ?? remember(id, "resume");

  function remember(id: string, source: string, parent?: string, kind = ""): Session {
    const session: Session = {
      source,
      parent,
      kind,
      isStarted: false,
      isAsked: false,
      isStale: false,
      told: undefined,
      words: [],
      summing: undefined,
      summary: "",
      calls: new Set(),
    };
    known.set(id, session);
    return session;
  }

  function rootOf(id: string): string {
    const parent = known.get(id)?.parent;
    return parent === undefined || parent === id ? id : rootOf(parent);
  }

  function workerOf(id: string) {
    const { parent, kind } = at(id);
    return parent === undefined ? {} : { agent_id: id, agent_type: kind };
  }

  function renew(id: string, session: Session): void {
    if (!session.isStale) return;
    session.isStale = false;
    session.told = line.ask("SessionStart", id, { source: "compact" }).then(({ context }) => context);
  }

  return {
    rootOf,
    workerOf,
    isWorker: (id) => at(id).parent !== undefined,

    created(info) {
      const id = textOf(info["id"]);
      if (id === undefined) return;
      const parent = textOf(info["parentID"]);
      const title = textOf(info["title"]) ?? "";
      remember(id, FORKED.test(title) ? "fork" : "startup", parent, textOf(info["agent"]) ?? "unknown");
      if (parent !== undefined) line.tell("SubagentStart", rootOf(id), workerOf(id));
    },

    asked(id, model) {
      const session = at(id);
      const { isStarted, source } = session;
      Object.assign(session, { isStarted: true, isAsked: true });
      // Ask before the prompt, or the prompt would count as earlier work.
      renew(id, session);
      if (isStarted) return Promise.resolve({});
      return line.ask("SessionStart", id, { source, model });
    },

    said(id, message, text) {
      if (text === undefined) return;
      const session = at(id);
      if (message !== undefined && message === session.summing) session.summary = text;
      else session.words = [...session.words, text].slice(-MAX_TEXTS);
    },

    goesOn(worker, parent) {
      if (worker === undefined || known.has(worker)) return;
      remember(worker, "resume", parent, "unknown");
      line.tell("SubagentStart", rootOf(worker), workerOf(worker));
    },

    begins: (id, call) => void at(id).calls.add(call),
    ends: (id, call) => at(id).calls.delete(call),

    idle(id) {
      const session = at(id);
      const last = session.words.pop();
      const closing: Payload = {
        last_assistant_message: last,
        ...(session.words.length === 0 || session.parent !== undefined ? {} : { said: session.words }),
      };
      session.words = [];
      if (session.parent !== undefined)
        line.tell("SubagentStop", rootOf(id), { ...workerOf(id), ...closing });
      // After a manual compaction the agent has no prompt to answer.
      else if (session.isAsked) line.tell("Stop", id, closing);
      session.isAsked = false;
    },

    compacting(id) {
      Object.assign(at(id), { told: undefined, summary: "" });
      if (at(id).parent === undefined) line.tell("PreCompact", id, { trigger: "unknown" });
    },

    summing: (id, message) => void Object.assign(at(id), { summing: message }),

    compacted(id) {
      const session = at(id);
      session.isStale = session.parent === undefined;
      if (session.isStale)
        line.tell("PostCompact", id, { trigger: "unknown", compact_summary: session.summary });
    },

    toldAgain(id) {
      const session = at(id);
      renew(id, session);
      return session.told ?? Promise.resolve(undefined);
    },

    end() {
      for (const [id, { isStarted }] of known) if (isStarted) line.tell("SessionEnd", id, { reason: "exit" });
    },
  };
}

/**
 * Lets OpenCode read recall answers, which are outside the project, without asking. Allows nothing else, and keeps what
 * the user denies.
 */
export function allowRecall(config: unknown, folder: string): void {
  if (!isFields(config)) return;
  const { permission } = config;
  // One word applies to everything: only "ask" would ask.
  if (typeof permission === "string" && permission !== "ask") return;
  const all = typeof permission === "string" ? { "*": permission } : fieldsOf(permission);
  const outside = all["external_directory"];
  if (typeof outside === "string" && outside !== "ask") return;
  const folders = typeof outside === "string" ? { "*": outside } : fieldsOf(outside);
  Object.assign(config, {
    permission: {
      ...all,
      external_directory: { ...folders, [`${folder.replaceAll("\\", "/")}/*`]: "allow" },
    },
  });
}
