import { describe, expect, test } from "vitest";
import { dataHome, userHome } from "../../src/host/env.js";

describe("the data folder", () => {
  test.each([
    [{ TIDEMARK_HOME: "/data", HOME: "/home/me" }, "linux", "/data"],
    [{ TIDEMARK_HOME: "data", HOME: "/home/me" }, "linux", "/home/me/data"],
    [{ HOME: "/home/me" }, "linux", "/home/me/.local/share/tidemark"],
    [{ HOME: "/home/me" }, "darwin", "/home/me/Library/Application Support/tidemark"],
    [{ HOME: "/home/me", XDG_DATA_HOME: "/x" }, "linux", "/x/tidemark"],
    [{ HOME: "relative", XDG_DATA_HOME: "/x" }, "linux", "/x/tidemark"],
    [{ HOME: "relative", TIDEMARK_HOME: "/data" }, "linux", "/data"],
  ])("of %j on %s is %s", (env, platform, expected) => {
    expect(dataHome(env, platform)).toBe(expected);
  });

  test.each([
    { HOME: "relative" },
    { HOME: ".", TIDEMARK_HOME: "data" },
    { HOME: "here", XDG_DATA_HOME: "there" },
  ])("is never in the folder that a program was started in: %j", (env) => {
    expect(() => dataHome(env, "linux")).toThrow(/no home folder/);
    expect(userHome(env)).toMatch(/^\/dev\/null\//);
  });
});
