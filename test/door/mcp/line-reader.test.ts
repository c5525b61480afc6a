import fc from "fast-check";
import { expect, test } from "vitest";
import { lineReader } from "../../../src/door/mcp/line-reader.js";

function linesOf(chunks: readonly string[]): string[] {
  const lines: string[] = [];
  const read = lineReader((line) => lines.push(line));
  for (const chunk of chunks) read(chunk);
  return lines;
}

test("however a stream is cut, the lines are the same", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string().map((line) => line.replaceAll("\n", ""))),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (lines, sizes) => {
        const whole = lines.map((line) => `${line}\n`).join("");
        const chunks: string[] = [];
        for (let at = 0; at < whole.length; ) {
          const size = sizes.next().value;
          chunks.push(whole.slice(at, at + size));
          at += size;
        }
        expect(linesOf(chunks)).toEqual(lines.filter((line) => line.trim() !== ""));
      },
    ),
  );
});

test("a line that is not finished is none yet", () => {
  expect(linesOf(['{"a":', "1}"])).toEqual([]);
});

test("what is far too long is let go and told, and the next line is read", () => {
  const part = "x".repeat(1_048_576);
  expect(linesOf([...Array(40).fill(part), '\n{"a":1}\n'])).toEqual(["too long", '{"a":1}']);
});
