import fc from "fast-check";
import { expect, test } from "vitest";
import { lineReader } from "../../src/mcp/line-reader.js";

function linesOf(chunks: readonly string[]): string[] {
  const lines: string[] = [];
  const read = lineReader(
    (line) => lines.push(line),
    ({ start, end }) => lines.push(`too long: ${start.slice(0, 9)} … ${end.slice(-9)}`),
  );
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
  const chunks = ['{"id":1,"', ...Array(40).fill(part), '","b":2', '}\n{"a":1}\n'];
  expect(linesOf(chunks)).toEqual(['too long: {"id":1," … x","b":2}', '{"a":1}']);
  expect(linesOf([`${chunks.join("")}`])).toEqual(linesOf(chunks));
});
