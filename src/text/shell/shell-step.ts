/** A word of the shell with its quotes and escapes undone. */
export interface ShellWord {
  readonly text: string;
  /** It may expand to several words: a pattern, an unquoted variable, a substitution. */
  readonly isMany: boolean;
}

/** One simple command of a script. */
export interface ShellStep {
  readonly words: readonly ShellWord[];
  readonly source: string;
  /** The files that its redirections truncate. */
  readonly emptied: readonly string[];
  /** The text of its here-document or here-string. */
  readonly input: string | undefined;
  /** The step whose output it reads. */
  readonly from?: ShellStep;
  /** The operator between the step before and this one. A line break is ";". */
  readonly joint: Joint;
  readonly isLooped: boolean;
}

export type Joint = "&&" | "||" | "|" | ";" | "&";

/** A step that is still being read. */
interface StepDraft {
  words: ShellWord[];
  emptied: string[];
  input: string | undefined;
  from: ShellStep | undefined;
  joint: Joint;
  start: number;
  end: number;
}

type Redirect = "empty" | "feed" | "here" | "here-tabs" | "other";

export const REDIRECT: { readonly [operator: string]: Redirect } = {
  ">": "empty",
  ">|": "empty",
  ">&": "empty",
  "<<": "here",
  "<<-": "here-tabs",
  "<<<": "feed",
};

/** A here-document whose text begins on the next line. */
export interface HereDocument {
  readonly step: StepDraft;
  /** Its last line. */
  readonly mark: string;
  readonly hasTabs: boolean;
}

/** The step and the word that are being read. */
export class ShellDraft {
  readonly #step: StepDraft = {
    words: [],
    emptied: [],
    input: undefined,
    from: undefined,
    joint: ";",
    start: -1,
    end: 0,
  };
  readonly #awaited: HereDocument[];
  // Undefined between words.
  #word: string | undefined;
  #wordAt = 0;
  #isMany = false;
  #isQuoted = false;
  #redirect: Redirect | undefined;

  constructor(awaited: HereDocument[]) {
    this.#awaited = awaited;
  }

  get isBetweenWords(): boolean {
    return this.#word === undefined;
  }

  get isFresh(): boolean {
    return this.#word === undefined && this.#step.words.length === 0;
  }

  /** Operators are comparisons inside `[[ … ]]`. */
  get isTest(): boolean {
    const { words } = this.#step;
    return words[0]?.text === "[[" && words.at(-1)?.text !== "]]";
  }

  begin(at: number, isQuoted = false): void {
    if (this.#word === undefined) {
      this.#word = "";
      this.#wordAt = at;
      this.#isQuoted = false;
    }
    this.#isQuoted ||= isQuoted;
  }

  put(piece: string, at: number, isQuoted = false): void {
    this.begin(at, isQuoted);
    this.#word += piece;
  }

  /** The word may expand to several. */
  multiply(): void {
    this.#isMany = true;
  }

  get joint(): Joint {
    return this.#step.joint;
  }

  join(joint: Joint): void {
    this.#step.joint = joint;
  }

  readFrom(step: ShellStep | undefined): void {
    this.#step.from = step;
  }

  /** Drops the stream number right before a redirection. */
  dropStream(): void {
    if (this.#word !== undefined && /^\d+$/.test(this.#word)) this.#word = undefined;
  }

  /** The next word is the target of this redirection. */
  redirect(redirect: Redirect): void {
    this.#redirect = redirect;
  }

  /** Returns the word if it stands before the command and is skipped. */
  endWord(at: number): string | undefined {
    const text = this.#word;
    const word = { text: text ?? "", isMany: this.#isMany };
    this.#word = undefined;
    this.#isMany = false;
    if (text === undefined) return undefined;
    const step = this.#step;
    step.end = at;
    const redirect = this.#redirect;
    this.#redirect = undefined;
    if (redirect !== undefined) this.#take(redirect, text);
    else if (step.words.length === 0 && (ASSIGNMENT.test(text) || (!this.#isQuoted && RESERVED.has(text))))
      return text;
    else {
      if (step.words.length === 0) step.start = this.#wordAt;
      step.words.push(word);
    }
    return undefined;
  }

  finish(script: string, isLooped: boolean): ShellStep | undefined {
    const draft = this.#step;
    const { words, emptied, from, joint, start, end } = draft;
    if (words.length === 0 && emptied.length === 0) return undefined;
    return {
      words,
      emptied,
      source: script.slice(Math.max(0, start), end),
      isLooped,
      from,
      joint,
      // The text of a here-document is only read after its line.
      get input() {
        return draft.input;
      },
    };
  }

  #take(redirect: Redirect, text: string): void {
    const step = this.#step;
    if (step.words.length === 0 && step.emptied.length === 0 && step.start < 0) step.start = this.#wordAt;
    if (redirect === "empty" && !/^\d*-?$/.test(text)) step.emptied.push(text);
    else if (redirect === "feed") step.input = text;
    else if (redirect === "here" || redirect === "here-tabs")
      this.#awaited.push({ step, mark: text, hasTabs: redirect === "here-tabs" });
  }
}

const RESERVED = new Set("if then else elif while until do ! { time fi done esac }".split(" "));
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
