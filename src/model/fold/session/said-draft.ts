/** The maximum of items in all injections of a session. */
export const MAX_SAID = 120;

/** The injections of a session inside a fold. A use counts for the last injection that named the item. */
export class SaidDraft {
  readonly #injections: Injection[] = [];
  /** Items that were not used since. */
  readonly #open = new Map<string, Injection>();
  #size = 0;

  constructor(before: readonly Said[]) {
    for (const { injection, items, used } of before) {
      this.#add({ injection, items, used: [...used] });
      for (const at of used) this.#open.delete(items[at] ?? "");
    }
  }

  say(injection: string, said: readonly string[]): void {
    const items = [...new Set(said)].filter((id) => readItemId(id) !== undefined).slice(0, MAX_SAID);
    if (items.length === 0) return;
    this.#add({ injection, items, used: [] });
    while (this.#size > MAX_SAID) this.#forgetOldest();
  }

  touch(kind: SaidKind, key: string): void {
    if (this.#open.size > 0) this.#use(itemId(kind, key));
  }

  /** A command counts as used alone, with more arguments, or as a part of a line. It may also name files. */
  run(command: string, whole: string): void {
    if (this.#open.size === 0) return;
    const commands = [command, ...whole.split(/ ?(?:&&|\|\||;) ?/)];
    for (const { id, key } of this.#openOf("run")) {
      if (commands.some((part) => part === key || part.startsWith(`${key} `))) this.#use(id);
    }
    this.mention(whole);
  }

  /** A text may name a file without its folder if the name is unique. */
  mention(text: string): void {
    if (this.#open.size === 0) return;
    const files = this.#openOf("file");
    const tails = files.map(({ key }) => key.slice(key.lastIndexOf("/") + 1));
    files.forEach(({ id, key }, at) => {
      const tail = tails[at] ?? key;
      const isAlone = tails.indexOf(tail) === tails.lastIndexOf(tail);
      if (hasWord(text, isAlone ? tail : key)) this.#use(id);
    });
  }

  settle(): Said[] {
    return this.#injections.map((said) => ({ ...said, used: said.used.toSorted((a, b) => a - b) }));
  }

  #add(telling: Injection): void {
    this.#injections.push(telling);
    this.#size += telling.items.length;
    for (const item of telling.items) this.#open.set(item, telling);
  }

  #use(id: string): void {
    const telling = this.#open.get(id);
    if (telling === undefined) return;
    telling.used.push(telling.items.indexOf(id));
    this.#open.delete(id);
  }

  #forgetOldest(): void {
    const oldest = this.#injections.shift();
    this.#size -= oldest?.items.length ?? 0;
    for (const item of oldest?.items ?? []) if (this.#open.get(item) === oldest) this.#open.delete(item);
  }

  #openOf(kind: SaidKind): { readonly id: string; readonly key: string }[] {
    return [...this.#open.keys()].flatMap((id) => {
      const item = readItemId(id);
      return item?.kind === kind ? [{ id, key: item.key }] : [];
    });
  }
}

interface Injection extends Said {
  readonly used: number[];
}

/** Whether a text has a word that is not a part of a longer name. */
function hasWord(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + word.length] ?? " ";
    if (!/[\w.@-]/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

/** The items of one injection. */
export interface Said {
  /** The id of the event. */
  readonly injection: string;
  /** Each once: `file:…`, `run:…`, `name:…`. */
  readonly items: readonly string[];
  /** Positions of the items that the session used afterwards. */
  readonly used: readonly number[];
}

export const SAID_KINDS = ["file", "run", "name"] as const;

export type SaidKind = (typeof SAID_KINDS)[number];

export function itemId(kind: SaidKind, key: string): string {
  return `${kind}:${key}`;
}

/** Splits the id of an item; undefined for other ids. */
export function readItemId(id: string): { readonly kind: SaidKind; readonly key: string } | undefined {
  const kind = SAID_KINDS.find((known) => id.startsWith(`${known}:`));
  return kind === undefined ? undefined : { kind, key: id.slice(kind.length + 1) };
}
