import type { EventName } from "../event/registry.js";
import type { Provenance } from "../model/fold/memory/memory-state.js";
import { shorten } from "../render/clean.js";

/** The origin of a text: its author, its event types, and its session. */
export interface Origin {
  /** `git` is read live; `tidemark` marks Tidemark's own words. */
  readonly by: Provenance | "git" | "tidemark";
  readonly events: readonly EventName[];
  readonly session?: string;
  readonly agent?: string;
}

/** The origin of text that Tidemark wrote itself. */
export const OURS: readonly Origin[] = [{ by: "tidemark", events: [] }];

/** An empty session means "outside of any" and is left out. */
export function origin(
  by: Origin["by"],
  events: readonly EventName[],
  { session, agent }: Pick<Origin, "session" | "agent"> = {},
): Origin {
  return { by, events, ...(session ? { session } : {}), ...(agent ? { agent } : {}) };
}

/** A text, and the items it names, if any. */
type Rendered = string | { readonly text: string; readonly items: readonly string[] };

/** One part of an injection, with the room it needs and the room it can use. */
export interface Source {
  /** Stable name, shown by `--explain` and counted by the ledger. */
  readonly key: string;
  /** Higher is kept longer when room is short. */
  readonly priority: number;
  readonly minimum: number;
  readonly ideal: number;
  /** Takes only the room that all others leave. */
  readonly isFiller?: boolean;
  /** The reason shown by `--explain`. */
  readonly because: string;
  /** The authors shown by `--explain`. */
  readonly origins: readonly Origin[];
  /** At most `room` characters; empty if that is too little to make sense. */
  render(room: number): Rendered;
}

/** The sizes of a line are those of its body. */
interface Line extends Omit<Source, "render"> {
  readonly label: string;
  readonly body: (room: number) => string;
}

/** A source of the form `Label: body`. */
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

/** A line with one text as its body, shortened to its room. */
export function textLine(
  options: Omit<Line, "body" | "minimum"> & {
    readonly text: string;
    /** A shorter body says nothing. */
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

/** The same source, reporting which of these items its text names. */
export function naming(
  things: readonly { readonly item: string; readonly text: string }[],
  source: Source,
): Source {
  return {
    ...source,
    render(room) {
      const rendered = source.render(room);
      const said = typeof rendered === "string" ? rendered : rendered.text;
      return { text: said, items: things.flatMap(({ item, text }) => (said.includes(text) ? [item] : [])) };
    },
  };
}

/** The text of a source that has all the room it can use. */
export function wholeText(source: Source): string {
  const rendered = source.render(source.ideal);
  return typeof rendered === "string" ? rendered : rendered.text;
}
