/** What was said in one injection, and which of it was used afterwards in its session, as places in `items`. */
export interface Said {
  /** The id of the event that tells of it. */
  readonly injection: string;
  /** Each once: `file:…`, `run:…`, `name:…`. */
  readonly items: readonly string[];
  readonly used: readonly number[];
}

export const SAID_KINDS = ["file", "run", "name"] as const;

export type SaidKind = (typeof SAID_KINDS)[number];

export function itemId(kind: SaidKind, key: string): string {
  return `${kind}:${key}`;
}

/** The kind of a single thing that can be said, and what it is; undefined for ids of anything else. */
export function readItemId(id: string): { readonly kind: SaidKind; readonly key: string } | undefined {
  const kind = SAID_KINDS.find((known) => id.startsWith(`${known}:`));
  return kind === undefined ? undefined : { kind, key: id.slice(kind.length + 1) };
}
