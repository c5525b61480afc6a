/** What is longer is no message: the largest a tool takes is a few thousand characters. */
const MOST = 4 * 1_048_576;
export const LONGEST_LINE = "4 MB";

/** How a line that is too long begins and ends: there its id may stand. */
export interface CutLine {
  readonly start: string;
  readonly end: string;
}

const EDGE = 1_024;

/** Parts a stream into lines. Empty ones are passed over; of one that is too long only both ends are kept, and told. */
export function lineReader(
  visit: (line: string) => void,
  refuse: (line: CutLine) => void,
): (chunk: string) => void {
  let kept: string[] = [];
  let size = 0;
  let cut: CutLine | undefined;

  function keep(piece: string): void {
    size += piece.length;
    if (cut !== undefined) cut = { start: cut.start, end: (cut.end + piece.slice(-EDGE)).slice(-EDGE) };
    else kept.push(piece);
    if (cut !== undefined || size <= MOST) return;
    const line = kept.join("");
    cut = { start: line.slice(0, EDGE), end: line.slice(-EDGE) };
    kept = [];
  }

  return (chunk) => {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf("\n", start);
      keep(chunk.slice(start, end === -1 ? undefined : end));
      if (end === -1) return;
      const [line, tooLong] = [kept.join(""), cut];
      kept = [];
      size = 0;
      cut = undefined;
      start = end + 1;
      if (tooLong !== undefined) refuse(tooLong);
      else if (line.trim() !== "") visit(line);
    }
  };
}
