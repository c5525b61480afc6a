import type { EventName } from "../event/registry.js";
import type { Provenance } from "../model/fold/memory/memory-state.js";
import { shorten } from "../render/clean.js";

/** Where a text comes from: who said it, in which kinds of events, and in whose session. */
export interface Origin {
  /** `git` is asked at the time; `tidemark` marks our own words. */
  readonly by: Provenance | "git" | "tidemark";
  readonly events: readonly EventName[];
  readonly session?: string;
  readonly agent?: string;
}

/** The origin of text that nobody recorded: Tidemark wrote it. */
export const OURS: readonly Origin[] = [{ by: "tidemark", events: [] }];

/** An empty session stands for "outside of any", so it is left out. */
export function origin(by: Origin["by"], events: readonly EventName[], speaker: Speaker = {}): Origin {
  const { session, agent } = speaker;
  return { by, events, ...(session ? { session } : {}), ...(agent ? { agent } : {}) };
}

interface Speaker {
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
}

/** A text, and where it names single things, which. */
type Rendered = string | { readonly text: string; readonly items: readonly string[] };

/** One thing that can be said. It knows how much room it needs at least, how much it can use, and how to fill it. */
export interface Source {
  /** Stable name: what `--explain` shows and what the ledger counts. */
  readonly key: string;
  /** Higher is kept longer when room is short. */
  readonly priority: number;
  readonly minimum: number;
  readonly ideal: number;
  /** Takes only what all others leave. */
  readonly isFiller?: boolean;
  /** Why it has something to say, for `--explain`. */
  readonly because: string;
  /** Whose words it repeats, for `--explain`. */
  readonly origins: readonly Origin[];
  /** At most `room` characters; empty if that is too little to make sense. */
  render(room: number): Rendered;
}

interface Line {
  readonly key: string;
  readonly priority: number;
  readonly label: string;
  /** The shortest body that still helps. */
  readonly minimum: number;
  readonly ideal: number;
  readonly because: string;
  readonly origins: readonly Origin[];
  readonly isFiller?: boolean;
  readonly body: (room: number) => string;
}

/** A source that says `Label: body`. */
export function line({ label, minimum, ideal, body, ...rest }: Line): Source {
  const prefix = `${label}: `;
  return {
    ...rest,
    minimum: prefix.length + minimum,
    ideal: prefix.length + ideal,
    render(room) {
      const text = body(room - prefix.length);
      return text === "" ? "" : prefix + text;
    },
  };
}

/** A line whose body is one text, shortened to its room. */
export function textLine(
  options: Omit<Line, "body" | "minimum"> & {
    readonly text: string;
    /** Less of it than this says nothing. */
    readonly least?: number;
  },
): Source {
  const { text, ideal, least = 24, ...rest } = options;
  return line({
    ...rest,
    ideal: Math.min(ideal, text.length),
    minimum: Math.min(text.length, least),
    body: (room) => shorten(text, room),
  });
}

/** The same source, which also tells which of these things it named. */
export function naming(
  things: readonly { readonly item: string; readonly text: string }[],
  source: Source,
): Source {
  return {
    ...source,
    render(room) {
      const rendered = source.render(room);
      const said = typeof rendered === "string" ? rendered : rendered.text;
      return {
        text: said,
        items: things.filter(({ text }) => said.includes(text)).map(({ item }) => item),
      };
    },
  };
}
