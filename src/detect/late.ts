/**
 * A pattern that is built when it is first asked. Building the long ones takes longer than loading all other code, and
 * in most processes nobody asks them.
 */
export function late(source: string, flags: string): RegExp {
  return new LatePattern(source, flags);
}

class LatePattern extends RegExp {
  readonly #source: string;
  #built: RegExp | undefined;

  // `matchAll` copies a pattern through its constructor.
  constructor(pattern: string | LatePattern, flags: string) {
    super("", flags);
    this.#source = typeof pattern === "string" ? pattern : pattern.#source;
    if (typeof pattern !== "string") this.#built = pattern.#built ??= new RegExp(pattern.#source, flags);
  }

  override exec(text: string): RegExpExecArray | null {
    this.#built ??= new RegExp(this.#source, this.flags);
    this.#built.lastIndex = this.lastIndex;
    const match = this.#built.exec(text);
    this.lastIndex = this.#built.lastIndex;
    return match;
  }
}
