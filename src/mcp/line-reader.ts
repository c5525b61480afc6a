const MAX_LINE_CHARS = 4 * 1_048_576;
export const MAX_LINE = "4 MB";
const EDGE_CHARS = 1_024;

/** Both ends of a line that is too long, one of which may hold its id. */
export interface CutLine {
  readonly start: string;
  readonly end: string;
}

/** Splits a stream into lines and skips empty ones. A line that is too long is passed to `refuse`. */
export function lineReader(
  visit: (line: string) => void,
  refuse: (line: CutLine) => void,
): (chunk: string) => void {
  let pieces: string[] = [];
  let size = 0;
  let cut: CutLine | undefined;

  function keep(piece: string): void {
    size += piece.length;
    if (cut !== undefined)
      cut = { start: cut.start, end: (cut.end + piece.slice(-EDGE_CHARS)).slice(-EDGE_CHARS) };
    else pieces.push(piece);
    if (cut !== undefined || size <= MAX_LINE_CHARS) return;
    const line = pieces.join("");
    cut = { start: line.slice(0, EDGE_CHARS), end: line.slice(-EDGE_CHARS) };
    pieces = [];
  }

  return (chunk) => {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf("\n", start);
      keep(chunk.slice(start, end === -1 ? undefined : end));
      if (end === -1) return;
      const [line, tooLong] = [pieces.join(""), cut];
      pieces = [];
      size = 0;
      cut = undefined;
      start = end + 1;
      if (tooLong !== undefined) refuse(tooLong);
      else if (line.trim() !== "") visit(line);
    }
  };
}
