import { describe, expect, test } from "vitest";
import { askedTime, fitsTime, monthsMeant } from "../../../src/text/prose/asked-time.js";

const NOW = Date.UTC(2026, 4, 20, 15);
const at = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day, 12);

describe("the time a question speaks of", () => {
  test.each([
    ["what did we change yesterday?", at(2026, 5, 19), at(2026, 5, 17)],
    ["qu'est-ce qu'on a décidé hier ?", at(2026, 5, 19), at(2026, 5, 17)],
    ["what broke last week", at(2026, 5, 11), at(2026, 4, 2)],
    ["la semaine dernière, quel test ?", at(2026, 5, 11), at(2026, 4, 2)],
    ["the upload error of 3 March 2026", at(2026, 3, 3), at(2026, 2, 20)],
    ["what was decided on March 3, 2026", at(2026, 3, 3), at(2025, 3, 3)],
    ["what did we do in May", at(2025, 5, 2), at(2026, 3, 2)],
    ["les erreurs de juin 2025", at(2025, 6, 30), at(2025, 5, 30)],
    ["everything of 2024", at(2024, 1, 2), at(2025, 1, 2)],
    ["what failed 3 weeks ago", at(2026, 4, 29), at(2026, 5, 19)],
    ["il y a 2 mois", at(2026, 3, 21), at(2026, 5, 19)],
  ])("%s", (question, inside, outside) => {
    const time = askedTime(question, NOW);
    if (time === undefined) throw new Error("no time was read");
    expect(fitsTime(inside, time)).toBe(1);
    expect(fitsTime(outside, time)).toBeLessThan(1);
  });

  test.each([
    "how did we fix the flaky upload test?",
    "may I use tabs here?",
    "march through the list",
    "port 2024-alpha",
    "error TS2304",
    "why does it fail since the update",
  ])("none in: %s", (question) => {
    expect(askedTime(question, NOW)).toBeUndefined();
  });

  test("a date outdoes a word of the day it was said on", () => {
    const time = askedTime("what failed last week, as said on November 6, 2025?", NOW);
    expect(time === undefined ? 0 : fitsTime(at(2025, 11, 6), time)).toBe(1);
  });

  test("what is told a while later still fits in part", () => {
    const time = askedTime("in March 2026", NOW);
    expect(time === undefined ? 0 : fitsTime(at(2026, 4, 4), time)).toBe(0.5);
  });

  test("names the months to look through, few of them", () => {
    const months = (question: string) => {
      const time = askedTime(question, NOW);
      return time === undefined
        ? []
        : monthsMeant(time, NOW).map((month) => new Date(month).toISOString().slice(0, 7));
    };
    expect(months("in March 2026")).toEqual(["2026-03", "2026-04"]);
    expect(months("in 2024")).toHaveLength(12);
    expect(months("in May")).toContain("2025-05");
    expect(months("yesterday")).toEqual(["2026-05", "2026-06"]);
  });
});
