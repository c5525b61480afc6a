import { shorten } from "../../render/clean.js";
import type { Origin, Source } from "../source.js";

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
