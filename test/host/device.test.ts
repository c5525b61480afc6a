import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tick } from "../../src/host/device.js";

const freshHome = () => mkdtempSync(join(tmpdir(), "tidemark-device-"));

describe("the logical clock", () => {
  test("is the wall clock, but never runs back, and leaves room for all events of a call", () => {
    const home = freshHome();
    expect(tick(home, 1_000).clock).toBe(1_000);
    expect(tick(home, 2_000, 5).clock).toBe(2_000);
    expect(tick(home, 2_000).clock).toBe(2_005);
    expect(tick(home, 10).clock).toBe(2_006);
    expect(tick(home, 9_000).clock).toBe(9_000);
  });

  test("keeps the device's name, also beside a clock of an older form", () => {
    const home = freshHome();
    const { author } = tick(home, 1);
    expect(author).toMatch(/^[0-9a-z]{16}$/);
    expect(tick(home, 2).author).toBe(author);
    writeFileSync(join(home, "device"), "0000000000005000 abcdefghijklmnop\n", { mode: 0o600 });
    expect(tick(home, 3)).toEqual({ author: "abcdefghijklmnop", clock: 5_001 });
    expect(tick(home, 3)).toEqual({ author: "abcdefghijklmnop", clock: 5_002 });
  });

  test("cannot be taken back by a process that read it long ago", () => {
    const home = freshHome();
    tick(home, 1_000);
    const path = join(home, "device");
    for (let n = 0; n < 20; n++) tick(home, 1_000);
    // Another process writes what it worked out before all this.
    const bytes = readFileSync(path);
    const slot = 64 + ((process.pid + 1) % 64) * 16;
    const longer = Buffer.alloc(Math.max(bytes.length, slot + 16));
    bytes.copy(longer);
    longer.write("0000000000001001", slot, "latin1");
    writeFileSync(path, longer);
    expect(tick(home, 1_000).clock).toBe(1_021);
  });

  test("does not believe a moment that no date has", () => {
    const home = freshHome();
    writeFileSync(join(home, "device"), "9999999999999999 abcdefghijklmnop\n", { mode: 0o600 });
    expect(tick(home, 7_000).clock).toBe(7_000);
    expect(tick(home, 7_000).clock).toBe(7_001);
  });

  test("is not moved by who only asks for the name", () => {
    const home = freshHome();
    tick(home, 1_000);
    const before = readFileSync(join(home, "device"));
    expect(tick(home, 0, 0).clock).toBe(1_001);
    expect(readFileSync(join(home, "device")).equals(before)).toBe(true);
  });
});
