import fc from "fast-check";
import type { Draft, TidemarkEvent } from "../src/event/registry.js";
import { shortId } from "../src/model/fold/stamp.js";
import { declaration } from "./declaration-arbitrary.js";

const path = fc.constantFrom("src/a.ts", "src/b.ts", "test/a.test.ts", "README.md", "docs/guide/start.md");
const command = fc.constantFrom(
  "npm test",
  "npm run check",
  "git commit -m done",
  "ls -la",
  "go test ./...",
  "sed -i s/a/b/ src/a.ts",
);
const call = fc.constantFrom("c1", "c2", "c3", "c4");

const use = fc.oneof(
  fc.record({ tool: fc.constant("Edit"), action: fc.constant("edit" as const), paths: fc.tuple(path), call }),
  fc.record({ tool: fc.constant("Bash"), action: fc.constant("shell" as const), command, call }),
  fc.record({ tool: fc.constant("Read"), action: fc.constant("read" as const), paths: fc.tuple(path), call }),
);

const status = fc.constantFrom("open" as const, "doing" as const, "done" as const);

// Turns and threads go by names made from the ids of the events below.
const turnName = fc.nat(60).map((index) => shortId(`e${String(index).padStart(3, "0")}`));
const threadName = turnName.map((turn) => `t${turn}`);

// What an injection names, some of it touched by the events below.
const item = fc.oneof(
  path.map((file) => `file:${file}`),
  command.map((text) => `run:${text}`),
  fc.constantFrom("name:parseHeader", "name:MAX_SIZE"),
);

/** Any event of a session's life. */
const draft: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({
    type: fc.constant("session.started" as const),
    data: fc.record(
      {
        source: fc.constantFrom("startup" as const, "resume" as const, "compact" as const),
        pid: fc.nat(9_999),
        pidSince: fc.constantFrom("0a1b2c3d:41", "0a1b2c3d:97"),
      },
      { requiredKeys: ["source"] },
    ),
  }),
  fc.record({ type: fc.constant("session.ended" as const), data: fc.constant({ reason: "other" }) }),
  fc.record({
    type: fc.constant("prompt.submitted" as const),
    data: fc.record({ text: fc.string({ maxLength: 40 }) }),
  }),
  fc.record({ type: fc.constant("tool.started" as const), data: use }),
  fc.record({
    type: fc.constant("tool.finished" as const),
    data: fc.tuple(use, fc.boolean(), fc.nat(20), fc.nat(20)).map(([data, ok, added, removed]) => ({
      ...data,
      ok,
      added,
      removed,
      ...(ok ? {} : { output: "Error: no" }),
    })),
  }),
  fc.record({
    type: fc.constant("question.answered" as const),
    data: fc.record({
      question: fc.constantFrom("Which cache?", "What would you like to do next?"),
      choice: fc.constantFrom("Redis", "Let's use Redis instead of Memcached"),
      others: fc.constantFrom<string[]>([], ["Memcached"]),
    }),
  }),
  fc.record({
    type: fc.constant("plan.proposed" as const),
    data: fc.record({
      text: fc.constantFrom("", "# Cache\n1. Add it\n2. Measure it"),
      verdict: fc.constantFrom(undefined, "accepted" as const, "rejected" as const),
      words: fc.constantFrom(undefined, "", "use Memcached instead"),
    }),
  }),
  fc.record({
    type: fc.constant("plan.updated" as const),
    data: fc.record({
      mode: fc.constantFrom("whole" as const, "add" as const, "change" as const),
      items: fc.array(
        fc.record({ key: fc.constantFrom("1", "2", "3"), text: fc.constantFrom("one", "two"), status }),
        { maxLength: 3 },
      ),
    }),
  }),
  fc.record({
    type: fc.constant("turn.ended" as const),
    data: fc.record({ message: fc.string({ maxLength: 40 }) }),
  }),
  fc.record({
    type: fc.constant("message.said" as const),
    data: fc.record({ text: fc.string({ maxLength: 40 }) }),
  }),
  fc.record({
    type: fc.constant("compaction.finished" as const),
    data: fc.record({ trigger: fc.constant("auto"), summary: fc.string({ maxLength: 60 }) }),
  }),
  fc.record({
    type: fc.constant("thread.renamed" as const),
    data: fc.record({ thread: threadName, title: fc.constant("A better title") }),
  }),
  fc.record({
    type: fc.constant("thread.merged" as const),
    data: fc.record({ from: threadName, into: threadName }),
  }),
  fc.record({
    type: fc.constantFrom("thread.split" as const, "thread.moved" as const),
    data: fc.record({ turn: turnName, thread: threadName }),
  }),
  fc.record({
    type: fc.constant("thread.undone" as const),
    data: fc.record({ correction: fc.nat(60).map((index) => `e${String(index).padStart(3, "0")}`) }),
  }),
  fc.record({
    type: fc.constant("injection.made" as const),
    data: fc.record({
      surface: fc.constant("start" as const),
      chars: fc.nat(500),
      keys: fc.array(fc.constant("header"), { maxLength: 1 }),
      items: fc.array(item, { maxLength: 4 }),
    }),
  }),
  fc.record({
    type: fc.constant("project.seen" as const),
    data: fc.record({
      name: fc.constant("box"),
      path: path,
      roots: fc.array(fc.constant("r"), { maxLength: 1 }),
      remotes: fc.array(fc.constant("m"), { maxLength: 1 }),
    }),
  }),
  fc.record({ type: fc.constant("session.dismissed" as const), data: fc.constant({}) }),
  fc.record({
    type: fc.constant("tree.seen" as const),
    data: fc.record(
      {
        branch: fc.constantFrom("main", "feat/retry"),
        upstream: fc.constant("origin/main"),
        ahead: fc.nat(3),
        behind: fc.nat(3),
        dirty: fc.uniqueArray(path),
        dirtyCount: fc.nat(40),
        untracked: fc.nat(9),
        stashes: fc.nat(2),
      },
      { requiredKeys: ["dirty", "dirtyCount", "untracked", "stashes"] },
    ),
  }),
  fc.record({
    type: fc.constant("checkpoint.created" as const),
    data: fc.record({
      checkpoint: fc.constantFrom("c1", "c2", "c3"),
      reason: fc.constantFrom("hand" as const, "tools" as const, "destructive" as const),
    }),
  }),
  fc.record({
    type: fc.constant("checkpoint.restored" as const),
    data: fc.record({
      checkpoint: fc.constantFrom("c1", "c2", "c3"),
      what: fc.constantFrom("files" as const, "state" as const, "both" as const),
      upTo: fc.nat(60).map((index) => ({
        clock: 1_000_000 + Math.floor(index / 3),
        id: `e${String(index).padStart(3, "0")}`,
      })),
    }),
  }),
  fc.record({
    type: fc.constant("session.tagged" as const),
    data: fc.record({ tags: fc.subarray(["urgent", "v2", "later"]) }),
  }),
  declaration,
);

/** Events of a few sessions in two projects; times may repeat and jump. */
export const events: fc.Arbitrary<TidemarkEvent[]> = fc
  .array(
    fc.tuple(draft, fc.constantFrom("s1", "s2", "s3"), fc.constantFrom("p", "q"), fc.nat(50), fc.boolean()),
    { maxLength: 60 },
  )
  .map((list) =>
    list.map(
      ([{ type, data }, session, project, step, onBranch], index) =>
        ({
          id: `e${String(index).padStart(3, "0")}`,
          type,
          v: 1,
          at: 1_000_000 + step * 1_000,
          clock: 1_000_000 + Math.floor(index / 3),
          author: "a",
          project,
          session,
          agent: "claude",
          ...(onBranch ? { branch: "main" } : {}),
          data,
        }) as TidemarkEvent,
    ),
  );
