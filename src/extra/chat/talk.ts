import { TidemarkError } from "../../error.js";
import type { LanguageModel } from "../../library/llm/port.js";
import type { Context, Session, SessionInfo, Tidemark } from "../../library/tidemark.js";
import type { TokenCounter } from "../../library/token/port.js";

/** What the person chose for a chat on its command line. */
export interface Wishes {
  /** Instructions to the model, before what memory says. */
  readonly system?: string;
  /** The most tokens of a context. */
  readonly limit: number;
  /** From how many tokens on the session is compacted after an answer; undefined where it never is. */
  readonly compactAt?: number;
  /** Where what accompanies an answer is said: beside it, unless somebody reads along. */
  readonly note: (text: string) => void;
}

/** What is under way and can be stopped: an answer, a compaction. */
export interface Work {
  stop(): void;
  /** Writes down what has come so far, for a process that is about to end. */
  keep(): void;
}

/** A chat as it stands: its memory, its model, and the session that is open in it now. */
export class Talk {
  /** What `/sessions` has numbered last. */
  listed: readonly SessionInfo[] = [];
  work: Work | undefined;
  /** The last message that this chat has shown or written: what comes after it was added elsewhere. */
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

  /** The session to write in: from now on it is one that has to be ended. */
  used(): Session {
    this.#isUsed = true;
    return this.#session;
  }

  /** What the model would be sent now, with the person's own instructions counted in. */
  context(): Context {
    const { system = "", limit } = this.wishes;
    const own = this.tokens.count(system);
    const { tokens, ...context } = this.#session.context({ limit: Math.max(1, limit - own) });
    return { ...context, tokens: { ...tokens, used: tokens.used + own, limit } };
  }

  /** What is known of the session; undefined where nothing has happened in it. */
  info(): SessionInfo | undefined {
    const { sessions } = this.memory;
    const isThis = ({ id }: SessionInfo) => id === this.#session.id;
    // It mostly is the last; a long memory has thousands.
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

  /** Says that the session is over, unless it was only looked at. */
  leave(): void {
    this.work?.keep();
    if (!this.#isUsed) return;
    this.#isUsed = false;
    this.#session.end("chat closed");
  }
}
