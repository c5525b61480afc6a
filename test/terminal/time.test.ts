import { expect, test } from "vitest";
import { parseWhen } from "../../src/terminal/time.js";

const NOW = new Date(2026, 4, 15, 12, 30).getTime();
const local = (...date: [number, number, number]) => new Date(...date).getTime();

test.each([
  ["3d", NOW - 3 * 86_400_000, NOW - 3 * 86_400_000],
  ["2w", NOW - 14 * 86_400_000, NOW - 14 * 86_400_000],
  ["today", local(2026, 4, 15), local(2026, 4, 16)],
  ["Yesterday", local(2026, 4, 14), local(2026, 4, 15)],
  ["2026-05-01", local(2026, 4, 1), local(2026, 4, 2)],
  ["2025-12", local(2025, 11, 1), local(2026, 0, 1)],
  ["2026-05-01T14:30:00Z", Date.UTC(2026, 4, 1, 14, 30), Date.UTC(2026, 4, 1, 14, 30)],
])("%s", (text, from, to) => {
  expect(parseWhen(text, "--since", NOW)).toEqual({ from, to });
});

test.each(["", "soon", "3 days", "2026-02-31", "2026-13-01", "2026-1-1", "2026-05-01Tx", "-3d"])(
  "no time: %s",
  (text) => {
    expect(() => parseWhen(text, "--since", NOW)).toThrow(`--since takes a time, and "${text}" is none.`);
  },
);
