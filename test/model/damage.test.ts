import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { append } from "../../src/journal/append.js";
import { dayFile, journalFolder } from "../../src/journal/file.js";
import { writeLine } from "../../src/journal/line.js";
import { drain } from "../../src/model/drain.js";
import { openStore } from "../../src/model/store/open.js";
import { verify } from "../../src/model/verify.js";

const DAY = 86_400_000;
const freshHome = () => join(mkdtempSync(join(tmpdir(), "tidemark-damage-")), "home");

function prompt(home: string, text: string, at = DAY): void {
  const scene = { at, project: "p", session: "s", agent: "claude" };
  append(home, [{ type: "prompt.submitted", data: { text } }], scene);
}

const requests = (store: ReturnType<typeof openStore>) =>
  store
    .turns("p", "s")
    .map(({ request }) => request)
    .filter(Boolean);

test("a day that was cut after it was drained is read anew: what is written next is not passed over", () => {
  const home = freshHome();
  for (const text of ["a", "b", "c"]) prompt(home, text);
  const store = openStore(home);
  drain(home, store);
  const path = join(journalFolder(home), dayFile(DAY));
  for (const [text, bytes] of [
    ["d", 20],
    ["e", 500],
  ] as const) {
    truncateSync(path, readFileSync(path).length - bytes);
    prompt(home, text);
    drain(home, store);
    expect(requests(store)).toContain(text);
  }
  // It still knows what was lost, and says that something was.
  expect(requests(store)).toEqual(["a", "b", "c", "d", "e"]);
  expect(store.badLines().map(({ reason }) => reason)).toContain("cut after it was drained");
  expect(verify(home, store).missing).toBeGreaterThan(0);
});

test("a day that was cut and not written to again is noticed as well", () => {
  const home = freshHome();
  for (const text of ["a", "b"]) prompt(home, text);
  const store = openStore(home);
  drain(home, store);
  truncateSync(join(journalFolder(home), dayFile(DAY)), 0);
  drain(home, store);
  expect(store.counts().badLines).toBe(1);
  expect(drain(home, store)).toMatchObject({ events: 0, done: true });
});

test("a session whose days are partly gone is not told anew from what is left", () => {
  const home = freshHome();
  prompt(home, "first", DAY);
  prompt(home, "second", 3 * DAY);
  const store = openStore(home);
  drain(home, store);
  const [pointer] = store.events("p", "s");
  rmSync(join(journalFolder(home), dayFile(DAY)));
  // An event from another device arrives late: it stands between the two.
  const late = {
    ...{ id: "late", type: "prompt.submitted", v: 1, at: 2 * DAY, clock: (pointer?.clock ?? 0) + 1 },
    ...{ author: "b", project: "p", session: "s", agent: "claude", data: { text: "late" } },
  };
  appendFileSync(join(journalFolder(home), dayFile(3 * DAY)), `\n${writeLine(late)}\n`);
  drain(home, store);
  expect(requests(store)).toEqual(expect.arrayContaining(["first", "second", "late"]));
  prompt(home, "third", 3 * DAY);
  expect(drain(home, store).events).toBe(1);
  expect(requests(store)).toContain("third");
});

test("a day that was emptied keeps nobody from what comes next", () => {
  const home = freshHome();
  prompt(home, "first", DAY);
  const store = openStore(home);
  drain(home, store);
  writeFileSync(join(journalFolder(home), dayFile(DAY)), "", { mode: 0o600 });
  prompt(home, "second", 2 * DAY);
  expect(() => drain(home, store)).not.toThrow();
  expect(requests(store)).toEqual(["first", "second"]);
});
