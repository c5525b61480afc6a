import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../src/event/registry.js";
import { drain } from "../../src/model/drain.js";
import { shortId } from "../../src/model/fold/stamp.js";
import { threadsNow } from "../../src/model/fold/thread/stored-threads.js";
import type { Thread } from "../../src/model/fold/thread/thread-state.js";
import { openInMemory, openStore } from "../../src/model/store/open.js";
import type { Store } from "../../src/model/store/store.js";
import { dump, verify } from "../../src/model/verify.js";
import { arrive, freshHome, write } from "../journal/journal-home.js";

const MINUTE = 60_000;

function event(n: number, draft: Draft, session = "s", project = "p"): TidemarkEvent {
  const id = `e${String(n).padStart(4, "0")}`;
  return {
    id,
    v: 1,
    at: n * MINUTE,
    clock: n,
    author: "a",
    project,
    session,
    agent: "claude",
    ...draft,
  } as TidemarkEvent;
}

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });
const stop = (message = "Done."): Draft => ({ type: "turn.ended", data: { message } });
const edit = (path: string): Draft => ({
  type: "tool.finished",
  data: { tool: "Edit", action: "edit", paths: [path], ok: true },
});

function threads(store: Store, project = "p"): readonly Thread[] {
  const kept = store.threads(project);
  return kept === undefined ? [] : threadsNow(kept).state.recent;
}

const asks = [
  "Retry uploads with jitter",
  "Render invoices as documents",
  "Polish the footer",
  "ok go",
  "/compact",
];
const paths = ["src/upload.ts", "src/invoice.ts", "web/footer.css"];

/** The events of some sessions at work side by side, with a correction now and then. */
const story = fc
  .array(
    fc.record({
      session: fc.constantFrom("s1", "s2", "s3"),
      project: fc.constantFrom("p", "p", "q"),
      draft: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...asks).map(prompt) },
        { weight: 3, arbitrary: fc.constantFrom(...paths).map(edit) },
        { weight: 2, arbitrary: fc.constant(stop("The retries now have jitter.")) },
        {
          weight: 1,
          arbitrary: fc.tuple(fc.nat(80), fc.nat(80)).map(
            ([a, b]): Draft => ({
              type: "thread.moved",
              data: {
                turn: shortId(`e${String(a).padStart(4, "0")}`),
                thread: `t${shortId(`e${String(b).padStart(4, "0")}`)}`,
              },
            }),
          ),
        },
      ),
    }),
    { minLength: 10, maxLength: 80 },
  )
  .map((list) =>
    list.map(({ draft, session, project }, n) =>
      event(n, draft, draft.type === "thread.moved" ? "" : session, project),
    ),
  );

describe("threads through the drain", () => {
  test("are the same bytes, whatever the order and the portions of arrival", () => {
    fc.assert(
      fc.property(
        story.chain((list) =>
          fc.tuple(
            fc.constant(list),
            // Mostly in order, as in life: then threads go on instead of being told anew.
            fc.oneof(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
            fc.array(fc.nat(80), { maxLength: 12 }),
          ),
        ),
        ([list, arrived, cuts]) => {
          const home = freshHome();
          const store = openInMemory();
          arrive(home, store, arrived, cuts);
          const whole = freshHome();
          const fresh = openInMemory();
          write(whole, list);
          drain(whole, fresh);
          expect([...dump(store)]).toEqual([...dump(fresh)]);
        },
      ),
      { numRuns: 80 },
    );
  });

  test("a turn is threaded once it is over, and again if the agent goes on after its stop", () => {
    const home = freshHome();
    const store = openStore(home);
    write(home, [event(1, prompt("Retry uploads with jitter")), event(2, edit("src/upload.ts"))]);
    drain(home, store);
    expect(threads(store)).toEqual([]);
    write(home, [event(3, stop())]);
    drain(home, store);
    expect(threads(store)).toMatchObject([{ title: "Retry uploads with jitter", files: ["src/upload.ts"] }]);
    write(home, [
      event(4, edit("test/upload.test.ts")),
      event(5, stop("Uploads now retry with jitter everywhere.")),
    ]);
    drain(home, store);
    expect(threads(store)).toMatchObject([
      {
        turns: 1,
        files: ["src/upload.ts", "test/upload.test.ts"],
        summary: "Uploads now retry with jitter everywhere.",
      },
    ]);
    expect(verify(home, store).same).toBe(true);
    store.close();
  });

  test("a session's end and the next prompt close a turn too", () => {
    const home = freshHome();
    const store = openInMemory();
    write(home, [
      event(1, prompt("Retry uploads with jitter"), "s1"),
      event(2, prompt("Render invoices as documents"), "s2"),
      event(3, { type: "session.ended", data: { reason: "exit" } }, "s1"),
      event(4, prompt("ok"), "s2"),
    ]);
    drain(home, store);
    expect(threads(store).map(({ title, turns }) => [title, turns])).toEqual([
      ["Retry uploads with jitter", 1],
      ["Render invoices as documents", 1],
    ]);
  });

  test("of one project never mix with another's, though session, words and files are the same", () => {
    const home = freshHome();
    const store = openStore(home);
    const tell = (n: number, project: string) => [
      event(n, prompt("Retry uploads with jitter"), "s", project),
      event(n + 1, edit("src/upload.ts"), "s", project),
      event(n + 2, stop(), "s", project),
    ];
    write(home, [...tell(1, "p"), ...tell(11, "q"), ...tell(21, "p")]);
    drain(home, store);
    expect(threads(store, "p")).toMatchObject([{ turns: 2 }]);
    expect(threads(store, "q")).toMatchObject([{ turns: 1 }]);
    expect(store.joins("p").map(({ n }) => n)).toEqual([1, 2]);
    store.close();
  });

  test("corrections hold after all is told anew, and for what comes later", () => {
    const home = freshHome();
    const store = openStore(home);
    const name = (n: number) => `t${shortId(`e${String(n).padStart(4, "0")}`)}`;
    write(home, [
      event(1, prompt("Retry uploads with jitter")),
      event(2, stop()),
      event(3, prompt("Render invoices as documents for customers"), "s2"),
      event(4, stop(), "s2"),
      event(5, { type: "thread.merged", data: { from: name(3), into: name(1) } }, ""),
      event(6, { type: "thread.renamed", data: { thread: name(3), title: "Both" } }, ""),
    ]);
    drain(home, store);
    expect(threads(store)).toMatchObject([{ id: name(1), title: "Both", turns: 2 }]);
    write(home, [event(7, prompt("More invoices as documents"), "s3"), event(8, stop(), "s3")]);
    drain(home, store);
    expect(threads(store)).toMatchObject([{ title: "Both", turns: 3 }]);
    expect(verify(home, store).same).toBe(true);
    write(home, [event(9, { type: "thread.undone", data: { correction: "e0005" } }, "")]);
    drain(home, store);
    expect(
      threads(store)
        .map(({ turns }) => turns)
        .sort(),
    ).toEqual([1, 2]);
    store.close();
  });
});
