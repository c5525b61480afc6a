import { describe, expect, test } from "vitest";
import { gather } from "../../../src/brief/choose/history.js";
import { calibrate, type Scored } from "../../../src/brief/choose/score.js";

const scored: Scored[] = [0.6, 0.5, 0.4, 0.3].map((needed, n) => ({
  kind: "file",
  key: `f${n}.ts`,
  needed,
  mentioned: needed,
}));
const empty = gather([], { moment: "start", session: "s" });
const history = (files: number, sessions: number) => ({
  ...empty,
  taken: { files, commands: 0, names: 0, sessions },
});
const sum = (items: readonly Scored[]) => items.reduce((all, { needed }) => all + needed, 0);

describe("fitting the chances to a project", () => {
  test("falls where its sessions take up less than expected, and rises where they take up more", () => {
    expect(sum(calibrate(scored, history(2, 10), "files"))).toBeLessThan(sum(scored));
    expect(sum(calibrate(scored, history(60, 10), "files"))).toBeGreaterThan(sum(scored));
  });

  test("keeps the order", () => {
    const moved = calibrate(scored, history(2, 10), "files");
    expect(moved.map(({ key }) => key)).toEqual(scored.map(({ key }) => key));
    expect(moved.every(({ needed }, n) => n === 0 || needed < (moved[n - 1]?.needed ?? 1))).toBe(true);
  });

  test("says nothing of a project with few sessions", () => {
    expect(calibrate(scored, history(0, 4), "files")).toEqual(scored);
  });
});
