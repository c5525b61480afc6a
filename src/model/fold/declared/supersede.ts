import { compareEvents } from "../../../event/order.js";

/** A statement that may replace an earlier one. */
interface Statement {
  readonly id: string;
  readonly supersedes?: string;
}

/** A removed statement still links those before and after it. */
interface Removed extends Statement {
  readonly removed: true;
}

interface Made extends Statement {
  readonly clock: number;
}

export interface Superseded {
  readonly by: string;
  /** Both replaced the same statement, and the other one is later. */
  readonly isRival: boolean;
}

/**
 * The replacement of each statement, by its id. Of linked statements exactly one holds: the latest that nothing
 * replaces. The order of the list does not matter.
 */
export function supersededIn(statements: readonly (Made | Removed)[]): ReadonlyMap<string, Superseded> {
  const made = new Map<string, Made>();
  const gone = new Map<string, string | undefined>();
  for (const one of statements) {
    if ("removed" in one) gone.set(one.id, one.supersedes);
    else made.set(one.id, one);
  }
  const groups = new Groups();
  const replaced = new Map<string, Made>();
  for (const one of made.values()) {
    if (one.supersedes === undefined) continue;
    const target = existingTarget(one.supersedes, gone);
    if (target === one.id) continue;
    groups.link(one.id, target);
    replaced.set(target, later(one, replaced.get(target)));
  }
  const superseded = new Map<string, Superseded>();
  for (const ids of groups.all()) {
    const present = ids.flatMap((id) => made.get(id) ?? []);
    const unreplaced = present.filter(({ id }) => !replaced.has(id));
    // Only devices that never synced can create a circle.
    const [first, ...rest] = unreplaced.length > 0 ? unreplaced : present;
    if (first === undefined) continue;
    const holds = rest.reduce(later, first);
    for (const id of ids) {
      if (id === holds.id) continue;
      const by = isInCircle(id, replaced) ? holds : replaced.get(id);
      superseded.set(id, { by: (by ?? holds).id, isRival: by === undefined });
    }
  }
  return superseded;
}

/** The target of a replacement. If it was removed, the statement before it. */
function existingTarget(id: string, gone: ReadonlyMap<string, string | undefined>): string {
  const met = new Set<string>();
  for (let at = id; ; ) {
    const before = gone.get(at);
    if (before === undefined || met.has(at)) return at;
    met.add(at);
    at = before;
  }
}

/** Whether the chain of replacements never ends. */
function isInCircle(id: string, replaced: ReadonlyMap<string, Made>): boolean {
  const met = new Set<string>();
  for (let at: string | undefined = id; at !== undefined; at = replaced.get(at)?.id) {
    if (met.has(at)) return true;
    met.add(at);
  }
  return false;
}

function later(one: Made, other: Made | undefined): Made {
  return other === undefined || compareEvents(one, other) > 0 ? one : other;
}

/** Groups of linked ids. */
class Groups {
  readonly #groupOf = new Map<string, string[]>();

  link(one: string, other: string): void {
    const into = this.#group(one);
    const from = this.#group(other);
    if (into === from) return;
    for (const id of from) {
      into.push(id);
      this.#groupOf.set(id, into);
    }
  }

  all(): Iterable<readonly string[]> {
    return new Set(this.#groupOf.values());
  }

  #group(id: string): string[] {
    const known = this.#groupOf.get(id);
    if (known !== undefined) return known;
    const begun = [id];
    this.#groupOf.set(id, begun);
    return begun;
  }
}
