import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft } from "../../src/event/registry.js";
import { drain } from "../../src/model/drain.js";
import { memoryTerms } from "../../src/model/fold/memory/memory-term.js";
import { shortId } from "../../src/model/fold/stamp.js";
import { openInMemory, openStore } from "../../src/model/store/open.js";
import type { Store } from "../../src/model/store/store.js";
import { verify } from "../../src/model/verify.js";
import { arrive, eventOf, freshHome, idOf, write } from "../journal/journal-home.js";

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });
const stop = (message: string): Draft => ({ type: "turn.ended", data: { message } });
const pin = (text: string): Draft => ({ type: "pin.added", data: { text, priority: "normal" } });
const unpin = (n: number): Draft => ({ type: "pin.removed", data: { pin: idOf(n) } });
const edit = (path: string): Draft => ({
  type: "tool.finished",
  data: { tool: "Edit", action: "edit", paths: [path], ok: true, added: 3, removed: 1 },
});
const run = (ok: boolean): Draft => ({
  type: "tool.finished",
  data: {
    tool: "Bash",
    action: "shell",
    command: "npm test",
    ok,
    ...(ok ? {} : { output: "Error: no retry" }),
  },
});
const move = (turn: number, thread: number): Draft => ({
  type: "thread.moved",
  data: { turn: shortId(idOf(turn)), thread: `t${shortId(idOf(thread))}` },
});

/** Some sessions at work side by side, with pins that come and go and a correction now and then. */
const story = fc
  .array(
    fc.record({
      session: fc.constantFrom("s1", "s2", "s3"),
      project: fc.constantFrom("p", "p", "q"),
      draft: fc.oneof(
        fc
          .constantFrom("Retry uploads with jitter", "Rends les factures en pdf", "Polish the footer")
          .map(prompt),
        fc.constantFrom("We decided to use jitter because retries collide.", "Tout est prêt.").map(stop),
        fc.constantFrom("src/upload.ts", "src/invoice.ts", "web/footer.css").map(edit),
        fc.boolean().map(run),
        fc.constantFrom("Never force-push", "Ask before deleting").map(pin),
        fc.nat(60).map(unpin),
        fc.tuple(fc.nat(60), fc.nat(60)).map(([turn, thread]) => move(turn, thread)),
      ),
    }),
    { minLength: 10, maxLength: 60, size: "max" },
  )
  .map((list) => list.map(({ draft, session, project }, n) => eventOf(n, draft, session, project)));

/** What the index finds, and what it should. */
function lookUp(store: Store, project: string): { found: unknown; meant: unknown } {
  const all = store.memories.latest(project, { limit: 10_000 }).map((memory) => ({
    n: memory.n,
    terms: new Set(memoryTerms(memory)),
  }));
  all.sort((a, b) => b.n - a.n);
  const terms = [...new Set(all.flatMap((memory) => [...memory.terms]))];
  return {
    found: store.memories.match(project, terms, 10_000).map(({ term, numbers }) => [term, numbers]),
    meant: terms.map((term) => [term, all.filter((memory) => memory.terms.has(term)).map(({ n }) => n)]),
  };
}

const texts = (store: Store, kind: "prompt" | "pin" | "thread") =>
  store.memories.latest("p", { kind, limit: 99 }).map(({ text }) => text);

describe("memories through the drain", () => {
  test("are the same, and found by the same terms, whatever the order and the portions of arrival", () => {
    let most = 0;
    fc.assert(
      fc.property(
        story.chain((list) =>
          fc.tuple(
            // Mostly in order, as in life: then sessions and threads go on instead of being told anew.
            fc.oneof(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
            fc.array(fc.nat(60), { maxLength: 6 }),
          ),
        ),
        ([arrived, cuts]) => {
          const home = freshHome();
          const store = openStore(home);
          arrive(home, store, arrived, cuts);
          expect(verify(home, store)).toMatchObject({ same: true });
          const fresh = openInMemory();
          drain(home, fresh);
          for (const project of ["p", "q"]) {
            const { found, meant } = lookUp(store, project);
            expect(found).toEqual(meant);
            expect(store.memories.counts(project)).toEqual(fresh.memories.counts(project));
            most = Math.max(most, store.memories.counts(project).memories);
          }
          expect(store.memories.indexSize().text).toBe(fresh.memories.indexSize().text);
          expect(store.embeddings.missing(undefined, "m", 10_000).length).toBe(
            fresh.embeddings.missing(undefined, "m", 10_000).length,
          );
          store.close();
        },
      ),
      { numRuns: 40 },
    );
    expect(most).toBeGreaterThan(10);
  });

  test("of a session follow its events, and one that comes late takes its place among them", () => {
    const home = freshHome();
    const store = openStore(home);
    write(home, [eventOf(1, prompt("Retry uploads with jitter")), eventOf(5, prompt("Now the docs"))]);
    drain(home, store);
    const first = store.memories.ofSession("p", "s")[0]?.n ?? 0;
    store.transact((writer) =>
      writer.embeddings.put({ model: "m", dimensions: 1 }, [
        { n: first, v: Uint8Array.of(1), signature: new Uint8Array(16) },
      ]),
    );
    write(home, [eventOf(3, prompt("Then the parser"))]);
    drain(home, store);
    expect(store.memories.ofSession("p", "s").map(({ text }) => text)).toEqual([
      "Retry uploads with jitter",
      "Then the parser",
      "Now the docs",
    ]);
    expect([...store.embeddings.at([first], "m").keys()]).toEqual([first]);
    expect(verify(home, store).same).toBe(true);
    store.close();
  });

  test("of pins come, change and go with what is declared", () => {
    const home = freshHome();
    const store = openStore(home);
    write(home, [eventOf(1, pin("Never force-push"), ""), eventOf(2, pin("Ask before deleting"), "")]);
    drain(home, store);
    expect(texts(store, "pin")).toEqual(["Ask before deleting", "Never force-push"]);
    write(home, [eventOf(3, unpin(1), "")]);
    drain(home, store);
    expect(texts(store, "pin")).toEqual(["Ask before deleting"]);
    const { found, meant } = lookUp(store, "p");
    expect(found).toEqual(meant);
    store.close();
  });

  test("of threads are one each, as it stands now", () => {
    const home = freshHome();
    const store = openStore(home);
    write(home, [eventOf(1, prompt("Retry uploads with jitter")), eventOf(2, stop("Uploads retry twice."))]);
    drain(home, store);
    expect(texts(store, "thread")).toEqual([]); // One turn says no more than itself.
    write(home, [eventOf(3, prompt("Retry uploads more often")), eventOf(4, stop("Uploads retry thrice."))]);
    drain(home, store);
    expect(texts(store, "thread")).toHaveLength(1);
    expect(texts(store, "thread")[0]).toContain("Uploads retry thrice.");
    write(home, [eventOf(5, stop("Uploads retry five times."))]);
    drain(home, store);
    expect(texts(store, "thread")).toHaveLength(1);
    expect(texts(store, "thread")[0]).toContain("Uploads retry five times.");
    const { found, meant } = lookUp(store, "p");
    expect(found).toEqual(meant);
    store.close();
  });

  test("that the journal does not tell are noticed when the database is verified", () => {
    const home = freshHome();
    const store = openStore(home);
    write(home, [eventOf(1, prompt("Retry uploads with jitter"))]);
    drain(home, store);
    store.transact((writer) => {
      const [memory] = store.memories.ofSession("p", "s");
      if (memory !== undefined) writer.memories.add("p", "s", [{ ...memory, id: "nobody's" }]);
    });
    const { same, difference } = verify(home, store);
    expect(same).toBe(false);
    expect(difference?.kept).toContain("nobody's");
    store.close();
  });
});
