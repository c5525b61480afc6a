import {
  finishStep,
  isAssignment,
  isReserved,
  newStep,
  type Redirect,
  type ShellStep,
  type StepDraft,
} from "./shell-step.js";

/** A here-document whose text begins with the next line. */
export interface HereDocument {
  readonly step: StepDraft;
  /** What its last line says. */
  readonly mark: string;
  readonly hasTabs: boolean;
}

/** The step that is being read, and the word of it that is being read. */
export class ShellDraft {
  readonly #step = newStep();
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

  /** Inside `[[ … ]]` the signs compare. */
  get isTest(): boolean {
    const { words } = this.#step;
    return words[0]?.text === "[[" && words.at(-1)?.text !== "]]";
  }

  /** Begins a word where none is being read. */
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

  /** The word may become several. */
  multiply(): void {
    this.#isMany = true;
  }

  /** Its output is read by this one. */
  readFrom(step: ShellStep | undefined): void {
    this.#step.from = step;
  }

  /** A sign of redirection ends a word; a number right before it names the stream. */
  dropStream(): void {
    if (this.#word !== undefined && /^\d+$/.test(this.#word)) this.#word = undefined;
  }

  /** What the next word is for. */
  redirect(redirect: Redirect): void {
    this.#redirect = redirect;
  }

  /** Returns the word where it stands before the command and is passed over. */
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
    else if (step.words.length === 0 && this.#isLead(text)) return text;
    else {
      if (step.words.length === 0) step.start = this.#wordAt;
      step.words.push(word);
    }
    return undefined;
  }

  /** Undefined where there is nothing in it. */
  finish(script: string, isLooped: boolean): ShellStep | undefined {
    const step = this.#step;
    if (step.words.length === 0 && step.emptied.length === 0) return undefined;
    return finishStep(step, script, isLooped);
  }

  #isLead(text: string): boolean {
    return isAssignment(text) || (!this.#isQuoted && isReserved(text));
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
