import { existsSync, mkdtempSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readErrors } from "../../../src/host/log.js";
import { append } from "../../../src/journal/append.js";
import { databasePath, openStore } from "../../../src/model/store/open.js";
import { verify } from "../../../src/model/verify.js";
import { keepAnswer } from "../../../src/recall/answer-recall.js";
import { maintain } from "../../../src/upkeep/maintain/maintain.js";

const DAY = 86_400_000;

function homeWithWork(): string {
  const home = join(mkdtempSync(join(tmpdir(), "tidemark-tend-")), "data");
  const scene = { at: DAY, project: "p", session: "s", agent: "claude" };
  for (let n = 0; n < 200; n++)
    append(home, [{ type: "prompt.submitted", data: { text: `request ${n}` } }], scene);
  return home;
}

test("housekeeping drains what is left and compresses old days", () => {
  const home = homeWithWork();
  expect(maintain(home, 30 * DAY)).toMatchObject({ files: 1 });
  const store = openStore(home);
  expect(store.counts().events).toBe(200);
  store.close();
});

test("housekeeping finds damage that no question has met yet, and mends it from the journal", () => {
  const home = homeWithWork();
  maintain(home, DAY);
  const path = databasePath(home);
  const bytes = readFileSync(path);
  // The last pages: nothing that opening or draining looks at.
  bytes.fill(0x5a, bytes.length - 8_192);
  writeFileSync(path, bytes);
  maintain(home, DAY);
  expect(existsSync(`${path}.damaged`)).toBe(true);
  const store = openStore(home);
  expect(verify(home, store)).toMatchObject({ same: true, events: 200 });
  store.close();
});

test("one at a time: who comes meanwhile leaves", () => {
  const home = homeWithWork();
  writeFileSync(join(home, "tend.lock"), "", { mode: 0o600 });
  expect(maintain(home, 30 * DAY)).toBeUndefined();
});

test("an embedder that cannot be read is noted, and the rest is done", () => {
  const home = homeWithWork();
  writeFileSync(join(home, "config.json"), '{"embedder": "nonsense"}', { mode: 0o600 });
  expect(maintain(home, 30 * DAY)).toMatchObject({ files: 1 });
  expect(readErrors(home)).toMatchObject([{ hook: "embed", error: expect.stringContaining("nonsense") }]);
});

test("housekeeping removes answers older than a day, and nothing but answers", () => {
  const home = homeWithWork();
  const old = keepAnswer(home, "p", "old", "text");
  const fresh = keepAnswer(home, "p", "fresh", "text");
  const outside = join(home, "..", "outside");
  writeFileSync(outside, "");
  symlinkSync(outside, join(home, "recall", "link"));
  utimesSync(old, 1, 1);
  maintain(home, Date.now());
  expect(existsSync(old)).toBe(false);
  expect(readFileSync(fresh, "utf8")).toBe("text");
  expect(existsSync(outside)).toBe(true);
});
