import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDevice, tick } from "../../src/host/device.js";

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

  test.each([
    ["with another slot", 1],
    ["with the same slot", 64],
  ])("cannot be taken back by a process that read it long ago, %s", (_, apart) => {
    const home = freshHome();
    tick(home, 1_000);
    const path = join(home, "device");
    for (let n = 0; n < 20; n++) tick(home, 1_000);
    // Another process writes what it worked out before all this.
    const bytes = readFileSync(path);
    const slot = 64 + ((process.pid + apart) % 64) * 16;
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

describe("the logical clock that stays open", () => {
  test("goes on from what others have written meanwhile, and they from it", () => {
    const home = freshHome();
    tick(home, 1);
    const [one, other] = [openDevice(home), openDevice(home)];
    const clocks: number[] = [];
    // All of it within one millisecond of the wall clock, so that only the file keeps them apart.
    for (let n = 0; n < 300; n++) {
      clocks.push(one.tick(5_000, 1).clock);
      if (n % 3 === 0) clocks.push(other.tick(5_000, 2).clock);
      if (n % 7 === 0) clocks.push(tick(home, 5_000).clock);
    }
    one.close();
    other.close();
    expect(clocks).toEqual([...clocks].sort((a, b) => a - b));
    expect(new Set(clocks).size).toBe(clocks.length);
    expect(tick(home, 0).clock).toBeGreaterThan(Math.max(...clocks));
  });

  test("is the wall clock again as soon as that has caught up", () => {
    const home = freshHome();
    const device = openDevice(home);
    for (let n = 0; n < 10; n++) device.tick(1_000, 1);
    expect(device.tick(9_000, 1).clock).toBe(9_000);
    expect(device.tick(9_001, 3).clock).toBe(9_001);
    expect(device.tick(9_001, 1).clock).toBe(9_004);
    expect(device.isThere()).toBe(true);
    rmSync(join(home, "device"));
    expect(device.isThere()).toBe(false);
    device.close();
  });
});
