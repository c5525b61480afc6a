/** What is longer is no message: the largest a tool takes is a few thousand characters. */
const MOST = 4 * 1_048_576;

/** Parts a stream into lines. One that is too long is passed over without being kept, and counts as an empty one. */
export function lineReader(visit: (line: string) => void): (chunk: string) => void {
  let kept: string[] = [];
  let size = 0;
  return (chunk) => {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf("\n", start);
      const piece = chunk.slice(start, end === -1 ? undefined : end);
      size += piece.length;
      if (size > MOST) kept = [];
      else kept.push(piece);
      if (end === -1) return;
      const isTooLong = size > MOST;
      const line = kept.join("");
      kept = [];
      size = 0;
      start = end + 1;
      // A line that says nothing is none, but the sender of one that is too long must be told.
      if (isTooLong) visit(TOO_LONG);
      else if (line.trim() !== "") visit(line);
    }
  };
}

/** No JSON, so that it is answered like any other line that is none. */
const TOO_LONG = "too long";
