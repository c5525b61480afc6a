import { type Fields, fieldsOf, isFields, textOf } from "../payload/fields.js";
import type { HookLine, Payload } from "../plugin/hook-line.js";
import type { Answer } from "../plugin/wire.js";

interface Session {
  /** How it began; an old session that continues if that was not seen. */
  source: string;
  isStarted: boolean;
  isAsked: boolean;
  isStale: boolean;
  afterCompaction: Promise<string | undefined> | undefined;
  words: string[];
  summing: unknown;
  summary: string;
  readonly calls: Set<string>;
  readonly parent: string | undefined;
  readonly kind: string;
}

const MAX_TEXTS = 4;
const FORKED = / \(fork #\d+\)$/;

/** The sessions that the plugin has seen; reports their events to the hook. */
export function openSessions(line: HookLine) {
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
      afterCompaction: undefined,
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

  /** The subagent of the session, if it is one. */
  function workerOf(id: string): { readonly agent_id?: string; readonly agent_type?: string } {
    const { parent, kind } = at(id);
    return parent === undefined ? {} : { agent_id: id, agent_type: kind };
  }

  function renew(id: string, session: Session): void {
    if (!session.isStale) return;
    session.isStale = false;
    session.afterCompaction = line
      .ask("SessionStart", id, { source: "compact" })
      .then(({ context }) => context);
  }

  return {
    rootOf,
    workerOf,
    isWorker: (id: string) => at(id).parent !== undefined,

    created(info: Fields): void {
      const id = textOf(info["id"]);
      if (id === undefined) return;
      const parent = textOf(info["parentID"]);
      const title = textOf(info["title"]) ?? "";
      remember(id, FORKED.test(title) ? "fork" : "startup", parent, textOf(info["agent"]) ?? "unknown");
      if (parent !== undefined) line.tell("SubagentStart", rootOf(id), workerOf(id));
    },

    /** The first prompt starts the session. */
    asked(id: string, model: string | undefined): Promise<Answer> {
      const session = at(id);
      const { isStarted, source } = session;
      Object.assign(session, { isStarted: true, isAsked: true });
      // Ask before the prompt, or the prompt would count as earlier work.
      renew(id, session);
      if (isStarted) return Promise.resolve({});
      return line.ask("SessionStart", id, { source, model });
    },

    said(id: string, message: unknown, text: string | undefined): void {
      if (text === undefined) return;
      const session = at(id);
      if (message !== undefined && message === session.summing) session.summary = text;
      else session.words = [...session.words, text].slice(-MAX_TEXTS);
    },

    /** An earlier subagent gets more work. */
    goesOn(worker: string | undefined, parent: string): void {
      if (worker === undefined || known.has(worker)) return;
      remember(worker, "resume", parent, "unknown");
      line.tell("SubagentStart", rootOf(worker), workerOf(worker));
    },

    begins: (id: string, call: string) => void at(id).calls.add(call),
    /** Whether the call was seen to start. Forks and cleanups report old calls again. */
    ends: (id: string, call: string) => at(id).calls.delete(call),

    idle(id: string): void {
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

    compacting(id: string): void {
      Object.assign(at(id), { afterCompaction: undefined, summary: "" });
      if (at(id).parent === undefined) line.tell("PreCompact", id, { trigger: "unknown" });
    },

    /** The message contains the summary of a compaction. */
    summing: (id: string, message: unknown) => void Object.assign(at(id), { summing: message }),

    compacted(id: string): void {
      const session = at(id);
      session.isStale = session.parent === undefined;
      if (session.isStale)
        line.tell("PostCompact", id, { trigger: "unknown", compact_summary: session.summary });
    },

    /** The context for every request after a compaction. */
    contextAfterCompaction(id: string): Promise<string | undefined> {
      const session = at(id);
      renew(id, session);
      return session.afterCompaction ?? Promise.resolve(undefined);
    },

    end(): void {
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
