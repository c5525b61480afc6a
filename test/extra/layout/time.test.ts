import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lastAtTimeOfDay, parseTime, utcTime, type When, wallTime } from "../../../src/extra/layout/time.js";

const NOON = Date.UTC(2026, 2, 4, 12);
const utc: When = { now: NOON, zone: () => 0 };
const ahead: When = { now: NOON, zone: () => 330 };

describe("times of other tools", () => {
  test.each([
    ["2026-03-04T12:00:00Z", utc, NOON],
    ["2026-03-04T12:00:00", utc, NOON],
    ["2026-03-04T17:30:00", ahead, NOON],
    ["2026-03-04 17:30:00.000000", ahead, NOON],
    ["2026-03-04T13:00:00+01:00", ahead, NOON],
    ["2026-03-04T07:00:00.250-0500", utc, NOON + 250],
    ["20260304-120000", utc, NOON],
    ["2026-03-04", utc, Date.UTC(2026, 2, 4)],
  ])("%s", (text, when, at) => {
    expect(parseTime(text, when)).toBe(at);
  });

  test.each(["", "yesterday", "12:00", "2026-3-4", null, 5, undefined])("%s is none", (text) => {
    expect(parseTime(text, utc)).toBeUndefined();
  });

  test("what is written is read again, in every zone", () => {
    fc.assert(
      fc.property(fc.nat(4e12), fc.integer({ min: -720, max: 840 }), (at, minutes) => {
        const when = { now: at, zone: () => minutes };
        fc.pre(at + minutes * 60_000 >= 0);
        expect(parseTime(wallTime(at, when), when)).toBe(at);
        expect(parseTime(utcTime(at), when)).toBe(at);
      }),
    );
  });

  test("a time of the day is dated back from what came after it", () => {
    expect(lastAtTimeOfDay("11:30:00", NOON, utc)).toBe(NOON - 1_800_000);
    expect(lastAtTimeOfDay("23:00:00", NOON, utc)).toBe(NOON - 13 * 3_600_000);
    expect(lastAtTimeOfDay("soon", NOON, utc)).toBeUndefined();
  });
});
