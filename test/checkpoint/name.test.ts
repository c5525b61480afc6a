import { describe, expect, it } from "vitest";
import { pointName, readPointName } from "../../src/checkpoint/name.js";

const own = "p0123456789abcdef";
const other = "pfedcba9876543210";

describe("the name of a checkpoint", () => {
  it("is its id, and for one of another project begins with that", () => {
    expect(pointName({ id: "c4", project: own }, own)).toBe("c4");
    expect(pointName({ id: "c4", project: other }, own)).toBe("pfedc:c4");
  });

  it.each([
    ["c41", { id: "c41" }],
    ["T7", { id: "t7" }],
    ["pfedc:c4", { id: "c4", project: "pfedc" }],
    ["PFEDC:C4", { id: "c4", project: "pfedc" }],
    [`${other}:t1`, { id: "t1", project: other }],
    ["p:c4", undefined],
    [":c4", undefined],
    ["xfedc:c4", undefined],
    ["pfedc:", undefined],
    ["pfedc:c4/../x", undefined],
    ["c4\n", undefined],
    ["", undefined],
  ])("reads %j", (text, name) => {
    expect(readPointName(text)).toEqual(name);
  });
});
