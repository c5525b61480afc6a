import { TidemarkError } from "../../error.js";
import type { LanguageModel } from "../../library/llm/port.js";
import type { Context, Session, SessionInfo, Tidemark } from "../../library/tidemark.js";
import type { TokenCounter } from "../../library/token/port.js";

/** The options of a chat. */
export interface Wishes {
  /** Instructions to the model. They come before those from memory. */
  readonly system?: string;
  /** Tokens. */
  readonly limit: number;
  /** Tokens from which on the session is compacted after an answer; undefined for never. */
  readonly compactAt?: number;
  /** Prints remarks about an answer; not to standard output if a program reads that. */
  readonly note: (text: string) => void;
}

/** An answer or a compaction under way. */
export interface Work {
  stop(): void;
  /** Records the text so far, because the process is about to end. */
  keep(): void;
}

/** The state of a chat: its memory, its model, and the open session. */
export class Talk {
  /** The last list that `/sessions` printed. */
  listed: readonly SessionInfo[] = [];
  work: Work | undefined;
  /** The last message that this chat showed or wrote. Later ones were added elsewhere. */
  seen: string | undefined;
  #session: Session;
  #isUsed = false;

  constructor(
    readonly memory: Tidemark,
    readonly model: LanguageModel | undefined,
    readonly wishes: Wishes,
    readonly tokens: TokenCounter,
    session: Session,
  ) {
    this.#session = session;
  }

  get session(): Session {
    return this.#session;
  }

  /** The session to write to. From then on it has to be ended. */
  used(): Session {
    this.#isUsed = true;
    return this.#session;
  }

  /** The context for the model, with the person's own instructions counted in. */
  context(): Context {
    const { system = "", limit } = this.wishes;
    const own = this.tokens.count(system);
    const { tokens, ...context } = this.#session.context({ limit: Math.max(1, limit - own) });
    return { ...context, tokens: { ...tokens, used: tokens.used + own, limit } };
  }

  /** Undefined if nothing has happened in the session. */
  info(): SessionInfo | undefined {
    const { sessions } = this.memory;
    const isThis = ({ id }: SessionInfo) => id === this.#session.id;
    // Usually it is the last; a long memory has thousands.
    return sessions.list({ limit: 1 }).find(isThis) ?? sessions.list({ everyone: true }).find(isThis);
  }

  needModel(): LanguageModel {
    if (this.model !== undefined) return this.model;
    throw new TidemarkError(
      "bad-argument",
      "There is no model to ask: the chat was started with --no-model.",
      {
        hint: "Commands work without one: /help. For answers, start it with a model: tidemark chat --model ollama:llama3.2",
      },
    );
  }

  turnTo(session: Session): void {
    this.leave();
    this.#session = session;
    this.seen = undefined;
  }

  /** Ends the session, unless nothing was written to it. */
  leave(): void {
    this.work?.keep();
    if (!this.#isUsed) return;
    this.#isUsed = false;
    this.#session.end("chat closed");
  }
}
