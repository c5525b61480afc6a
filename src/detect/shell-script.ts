import {
  finishStep,
  isAssignment,
  isReserved,
  newStep,
  REDIRECT,
  type Redirect,
  type ShellStep,
  type StepDraft,
} from "./shell-step.js";

/**
 * The simple commands of a shell script, those inside of substitutions, subshells and loops too. It does not expand and
 * forgives what is unfinished; each character is looked at once.
 */
export function readScript(text: string): ShellStep[] {
  const reader = new Reader(text);
  reader.read("");
  return reader.steps;
}

// Deeper than anybody nests; beyond it a substitution is read as plain text.
const DEEPEST = 30;
const OPERATOR = /[<>](?:<<|<-|[<>&|])?/y;

class Reader {
  readonly steps: ShellStep[] = [];
  #at = 0;
  #depth = 0;
  #loops = 0;
  #hasNoSum = false;
  #awaited: { draft: StepDraft; mark: string; withTabs: boolean }[] = [];
  #draft: StepDraft = newStep();
  // The word that is being read; undefined between words.
  #word: string | undefined;
  #isMany = false;
  #isQuoted = false;
  #wordAt = 0;
  #redirect: Redirect | undefined;

  constructor(readonly text: string) {}

  /** Reads commands up to the closing character of a substitution, or to the end. */
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
          if (this.#word === undefined) this.#at = endOfLine(text, this.#at);
          else this.#add(char);
          break;
        case ";":
        case "&":
        case "|":
        case "(":
        case ")":
          if (this.#isTest()) this.#add(char);
          else if (char === "(" && this.#isFresh() && text.startsWith("((", this.#at) && this.#skipSum())
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
          if (this.#isTest()) this.#add(char);
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
        this.#put(text.slice(this.#at + 1, close === -1 ? text.length : close), true);
        this.#at = close === -1 ? text.length : close + 1;
        return;
      }
      case '"':
        this.#begin(true);
        this.#at++;
        this.#readQuoted();
        return;
      case "\\":
        if (text.charAt(this.#at + 1) !== "\n") this.#put(text.charAt(this.#at + 1), true);
        this.#at += 2;
        return;
      case "$":
      case "`":
        this.#readExpansion(char, false);
        return;
      default:
        if (char === "*" || char === "?" || char === "[" || char === "{") this.#isMany = true;
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
        if (!'"\\$`\n'.includes(next)) this.#put(char, true);
        if (next !== "\n") this.#put(next, true);
        this.#at += 2;
      } else if (char === "$" || char === "`") this.#readExpansion(char, true);
      else this.#add(char);
    }
  }

  #readExpansion(char: string, isQuoted: boolean): void {
    const { text } = this;
    const next = text.charAt(this.#at + 1);
    this.#begin(isQuoted);
    if (char === "$" && !isQuoted && (next === "'" || next === '"')) {
      this.#at++;
      return;
    }
    if (!isQuoted) this.#isMany = true;
    if (char === "`") this.#substitute("`", 1);
    else if (next === "(" && text.startsWith("$((", this.#at) && this.#skipSum()) return;
    else if (next === "(") this.#substitute(")", 2);
    else if (next === "{") {
      const close = endOf(text, "}", this.#at);
      this.#put(text.slice(this.#at, close), isQuoted);
      this.#at = close;
    } else this.#add(char);
  }

  /** Reads the commands of a substitution as steps of their own; where they stand, a mark is left in the word. */
  #substitute(end: string, lead: number): void {
    if (this.#depth >= DEEPEST) {
      this.#add(this.text.charAt(this.#at));
      return;
    }
    const kept = [
      this.#draft,
      this.#word,
      this.#isMany,
      this.#isQuoted,
      this.#wordAt,
      this.#redirect,
    ] as const;
    const loops = this.#loops;
    this.#draft = newStep();
    this.#word = undefined;
    this.#isMany = false;
    this.#redirect = undefined;
    this.#depth++;
    this.#at += lead;
    this.read(end);
    this.#depth--;
    this.#loops = loops;
    [this.#draft, this.#word, this.#isMany, this.#isQuoted, this.#wordAt, this.#redirect] = kept;
    this.#word = `${this.#word ?? ""}$()`;
  }

  /** `((…))` is reckoned and not run. False where it is not closed. */
  #skipSum(): boolean {
    const close = this.#hasNoSum ? -1 : this.text.indexOf("))", this.#at);
    this.#hasNoSum ||= close === -1;
    if (close === -1) return false;
    if (this.#word !== undefined) this.#word += "$(())";
    this.#at = close + 2;
    return true;
  }

  #readRedirect(): void {
    const { text } = this;
    // A number right before it names the stream.
    if (this.#word !== undefined && /^\d+$/.test(this.#word)) this.#word = undefined;
    this.#endWord();
    if (text.charAt(this.#at + 1) === "(") {
      this.#begin(false);
      this.#substitute(")", 2);
      return;
    }
    OPERATOR.lastIndex = this.#at;
    const operator = OPERATOR.exec(text)?.[0] ?? ">";
    this.#at += operator.length;
    this.#redirect = REDIRECT[operator] ?? "other";
  }

  #separate(char: string): void {
    const step = this.#endStep();
    const isPipe = char === "|" && this.text.charAt(this.#at + 1) !== "|";
    this.#at += char !== "(" && char !== ")" && this.text.charAt(this.#at + 1) === char ? 2 : 1;
    if (isPipe && this.text.charAt(this.#at) === "&") this.#at++;
    if (isPipe) this.#draft.from = step;
  }

  #readAwaited(): void {
    const awaited = this.#awaited;
    this.#awaited = [];
    for (const { draft, mark, withTabs } of awaited) {
      const start = this.#at;
      let end = this.text.length;
      while (this.#at < this.text.length) {
        const close = endOfLine(this.text, this.#at);
        const line = this.text.slice(this.#at, close);
        const isMark = (withTabs ? line.replace(/^\t+/, "") : line).replace(/\r$/, "") === mark;
        if (isMark) end = this.#at;
        this.#at = close + 1;
        if (isMark) break;
      }
      draft.input = this.text.slice(start, end);
    }
  }

  #begin(isQuoted: boolean): void {
    if (this.#word === undefined) {
      this.#word = "";
      this.#wordAt = this.#at;
      this.#isQuoted = false;
    }
    this.#isQuoted ||= isQuoted;
  }

  #add(char: string): void {
    this.#put(char, false);
    this.#at++;
  }

  #put(piece: string, isQuoted: boolean): void {
    this.#begin(isQuoted);
    this.#word += piece;
  }

  #isFresh(): boolean {
    return this.#word === undefined && this.#draft.words.length === 0;
  }

  /** Inside `[[ … ]]` the signs compare. */
  #isTest(): boolean {
    const { words } = this.#draft;
    return words[0]?.text === "[[" && words.at(-1)?.text !== "]]";
  }

  #endWord(): void {
    const text = this.#word;
    const word = { text: text ?? "", isMany: this.#isMany };
    this.#word = undefined;
    this.#isMany = false;
    if (text === undefined) return;
    const draft = this.#draft;
    draft.end = this.#at;
    if (this.#redirect !== undefined) this.#take(this.#redirect, word.text);
    else if (draft.words.length > 0 || !this.#isLead(word.text)) {
      if (draft.words.length === 0) draft.start = this.#wordAt;
      draft.words.push(word);
    }
    this.#redirect = undefined;
  }

  #take(redirect: Redirect, text: string): void {
    const draft = this.#draft;
    if (draft.words.length === 0 && draft.emptied.length === 0 && draft.start < 0) draft.start = this.#wordAt;
    if (redirect === "empty" && !/^\d*-?$/.test(text)) draft.emptied.push(text);
    else if (redirect === "feed") draft.input = text;
    else if (redirect === "here" || redirect === "here-tabs")
      this.#awaited.push({ draft, mark: text, withTabs: redirect === "here-tabs" });
  }

  #isLead(text: string): boolean {
    if (isAssignment(text)) return true;
    if (this.#isQuoted) return false;
    if (text === "do") this.#loops++;
    if (text === "done") this.#loops = Math.max(0, this.#loops - 1);
    return isReserved(text);
  }

  #endStep(): ShellStep | undefined {
    this.#endWord();
    this.#redirect = undefined;
    const draft = this.#draft;
    this.#draft = newStep();
    if (draft.words.length === 0 && draft.emptied.length === 0) return undefined;
    const step = finishStep(draft, this.text, this.#loops > 0);
    this.steps.push(step);
    return step;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function endOf(text: string, char: string, from: number): number {
  const end = text.indexOf(char, from);
  return end === -1 ? text.length : end + 1;
}
