import type { Origin, Source } from "./source.js";

export interface TraceEntry {
  readonly key: string;
  readonly priority: number;
  readonly room: number;
  readonly chars: number;
  readonly said: boolean;
  readonly why: string;
  readonly origins: readonly Origin[];
}

export interface Allocation {
  readonly lines: readonly string[];
  readonly keys: readonly string[];
  /** The single things that were named. */
  readonly items: readonly string[];
  readonly trace: readonly TraceEntry[];
}

/**
 * Shares a budget of characters among sources. The minimum goes out by priority, then what is left up to each ideal;
 * room that a source does not use goes on to the next. Lines come out in the order the sources were given.
 */
export function allocate(sources: readonly Source[], budget: number): Allocation {
  const ranked = [...sources].sort(
    (a, b) =>
      Number(a.isFiller ?? false) - Number(b.isFiller ?? false) ||
      b.priority - a.priority ||
      (a.key < b.key ? -1 : 1),
  );
  let left = budget;
  const admitted = new Set<Source>();
  for (const source of ranked) {
    const cost = source.minimum + NEWLINE;
    if (cost > left || source.isFiller) continue;
    left -= cost;
    admitted.add(source);
  }
  const texts = new Map<string, string>();
  const named = new Map<string, readonly string[]>();
  const entries = new Map<string, TraceEntry>();
  for (const source of ranked) {
    const { key, priority, origins } = source;
    if (source.isFiller && source.minimum + NEWLINE <= left) {
      left -= source.minimum + NEWLINE;
      admitted.add(source);
    }
    if (!admitted.has(source)) {
      entries.set(key, {
        key,
        priority,
        room: 0,
        chars: 0,
        said: false,
        why: `no room for its ${source.minimum} characters`,
        origins,
      });
      continue;
    }
    const grant = Math.max(0, Math.min(source.ideal - source.minimum, left));
    const room = source.minimum + grant;
    const rendered = source.render(room);
    const { text, items } = typeof rendered === "string" ? { text: rendered, items: [] } : rendered;
    const said = text !== "" && text.length <= room;
    left -= grant;
    left += said ? room - text.length : room + NEWLINE;
    if (said) {
      texts.set(key, text);
      named.set(key, items);
    }
    entries.set(key, {
      key,
      priority,
      room,
      chars: said ? text.length : 0,
      said,
      why: said ? source.because : "nothing that fits",
      origins,
    });
  }
  const spoken = sources.filter((source) => texts.has(source.key));
  return {
    lines: spoken.map((source) => texts.get(source.key) ?? ""),
    keys: spoken.map((source) => source.key),
    items: spoken.flatMap((source) => named.get(source.key) ?? []),
    trace: sources.flatMap((source) => entries.get(source.key) ?? []),
  };
}

const NEWLINE = 1;
