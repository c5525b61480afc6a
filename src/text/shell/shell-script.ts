import { type HereDocument, type Joint, REDIRECT, ShellDraft, type ShellStep } from "./shell-step.js";

/** The simple commands of a shell script, also those in substitutions, subshells and loops. It expands nothing. */
export function readScript(text: string): ShellStep[] {
  const reader = new Reader(text);
  reader.read("");
  return reader.steps;
}

// Deeper substitutions are plain text.
const MAX_DEPTH = 30;
const OPERATOR = /[<>](?:<<|<-|[<>&|])?/y;

class Reader {
  readonly steps: ShellStep[] = [];
  #at = 0;
  #depth = 0;
  #loops = 0;
  #hasNoSum = false;
  readonly #awaited: HereDocument[] = [];
  #draft = new ShellDraft(this.#awaited);

  constructor(readonly text: string) {}

  /** Reads commands up to the closing character of a substitution or to the end. */
  read(end: string): void {
    const { text } = this;
    let parens = 0;
    while (this.#at < text.length) {
      const char = text.charAt(this.#at);
      if (char === end && parens === 0) break;
      switch (char) {
        case " ":
        case "\t":
        case "\r":
          this.#endWord();
          this.#at++;
          break;
        case "\n":
          this.#endStep();
          this.#at++;
          this.#readAwaited();
          break;
        case "#":
          if (this.#draft.isBetweenWords) this.#at = endOfLine(text, this.#at);
          else this.#add(char);
          break;
        case ";":
        case "&":
        case "|":
        case "(":
        case ")":
          if (this.#draft.isTest) this.#add(char);
          else if (char === "(" && this.#draft.isFresh && text.startsWith("((", this.#at) && this.#skipSum())
            break;
          else if (char === "&" && text.charAt(this.#at + 1) === ">") this.#at++;
          else {
            if (char === "(") parens++;
            if (char === ")" && parens > 0) parens--;
            this.#separate(char);
          }
          break;
        case "<":
        case ">":
          if (this.#draft.isTest) this.#add(char);
          else this.#readRedirect();
          break;
        default:
          this.#readInWord(char);
      }
    }
    this.#endStep();
    this.#at++;
  }

  #readInWord(char: string): void {
    const { text } = this;
    switch (char) {
      case "'": {
        const close = text.indexOf("'", this.#at + 1);
        this.#draft.put(text.slice(this.#at + 1, close === -1 ? text.length : close), this.#at, true);
        this.#at = close === -1 ? text.length : close + 1;
        return;
      }
      case '"':
        this.#draft.begin(this.#at, true);
        this.#at++;
        this.#readQuoted();
        return;
      case "\\":
        if (text.charAt(this.#at + 1) !== "\n") this.#draft.put(text.charAt(this.#at + 1), this.#at, true);
        this.#at += 2;
        return;
      case "$":
      case "`":
        this.#readExpansion(char, false);
        return;
      default:
        if (char === "*" || char === "?" || char === "[" || char === "{") this.#draft.multiply();
        this.#add(char);
    }
  }

  #readQuoted(): void {
    const { text } = this;
    while (this.#at < text.length) {
      const char = text.charAt(this.#at);
      if (char === '"') {
        this.#at++;
        return;
      }
      if (char === "\\") {
        const next = text.charAt(this.#at + 1);
        if (!'"\\$`\n'.includes(next)) this.#draft.put(char, this.#at, true);
        if (next !== "\n") this.#draft.put(next, this.#at, true);
        this.#at += 2;
      } else if (char === "$" || char === "`") this.#readExpansion(char, true);
      else this.#add(char);
    }
  }

  #readExpansion(char: string, isQuoted: boolean): void {
    const { text } = this;
    const next = text.charAt(this.#at + 1);
    this.#draft.begin(this.#at, isQuoted);
    if (char === "$" && !isQuoted && (next === "'" || next === '"')) {
      this.#at++;
      return;
    }
    if (!isQuoted) this.#draft.multiply();
    if (char === "`") this.#substitute("`", 1);
    else if (next === "(" && text.startsWith("$((", this.#at) && this.#skipSum()) return;
    else if (next === "(") this.#substitute(")", 2);
    else if (next === "{") {
      const close = text.indexOf("}", this.#at) + 1 || text.length;
      this.#draft.put(text.slice(this.#at, close), this.#at, isQuoted);
      this.#at = close;
    } else this.#add(char);
  }

  /** Reads the commands of a substitution as separate steps and leaves a mark in the word. */
  #substitute(end: string, lead: number): void {
    if (this.#depth >= MAX_DEPTH) {
      this.#add(this.text.charAt(this.#at));
      return;
    }
    const outer = this.#draft;
    const loops = this.#loops;
    this.#draft = new ShellDraft(this.#awaited);
    this.#depth++;
    this.#at += lead;
    this.read(end);
    this.#depth--;
    this.#loops = loops;
    this.#draft = outer;
    this.#draft.put("$()", this.#at);
  }

  /** Skips `((…))`, which is arithmetic. False if it is not closed. */
  #skipSum(): boolean {
    const close = this.#hasNoSum ? -1 : this.text.indexOf("))", this.#at);
    this.#hasNoSum ||= close === -1;
    if (close === -1) return false;
    if (!this.#draft.isBetweenWords) this.#draft.put("$(())", this.#at);
    this.#at = close + 2;
    return true;
  }

  #readRedirect(): void {
    const { text } = this;
    this.#draft.dropStream();
    this.#endWord();
    if (text.charAt(this.#at + 1) === "(") {
      this.#draft.begin(this.#at);
      this.#substitute(")", 2);
      return;
    }
    OPERATOR.lastIndex = this.#at;
    const operator = OPERATOR.exec(text)?.[0] ?? ">";
    this.#at += operator.length;
    this.#draft.redirect(REDIRECT[operator] ?? "other");
  }

  #separate(char: string): void {
    const step = this.#endStep();
    const isPipe = char === "|" && this.text.charAt(this.#at + 1) !== "|";
    const isDouble = char !== "(" && char !== ")" && this.text.charAt(this.#at + 1) === char;
    this.#at += isDouble ? 2 : 1;
    if (isPipe && this.text.charAt(this.#at) === "&") this.#at++;
    if (isPipe) this.#draft.readFrom(step);
    if (step !== undefined) this.#draft.join(jointOf(char, isPipe, isDouble));
  }

  #readAwaited(): void {
    for (const { step, mark, hasTabs } of this.#awaited.splice(0)) {
      const start = this.#at;
      let end = this.text.length;
      while (this.#at < this.text.length) {
        const close = endOfLine(this.text, this.#at);
        const line = this.text.slice(this.#at, close);
        const isMark = (hasTabs ? line.replace(/^\t+/, "") : line).replace(/\r$/, "") === mark;
        if (isMark) end = this.#at;
        this.#at = close + 1;
        if (isMark) break;
      }
      step.input = this.text.slice(start, end);
    }
  }

  #add(char: string): void {
    this.#draft.put(char, this.#at);
    this.#at++;
  }

  #endWord(): void {
    const passed = this.#draft.endWord(this.#at);
    if (passed === "do") this.#loops++;
    if (passed === "done") this.#loops = Math.max(0, this.#loops - 1);
  }

  #endStep(): ShellStep | undefined {
    this.#endWord();
    const { joint } = this.#draft;
    const step = this.#draft.finish(this.text, this.#loops > 0);
    this.#draft = new ShellDraft(this.#awaited);
    // A line may break after `&&`.
    if (step === undefined) this.#draft.join(joint);
    else this.steps.push(step);
    return step;
  }
}

function jointOf(char: string, isPipe: boolean, isDouble: boolean): Joint {
  if (isPipe) return "|";
  if (char === "|") return "||";
  if (char === "&") return isDouble ? "&&" : "&";
  return ";";
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
