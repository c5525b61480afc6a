import { describe, expect, test } from "vitest";
import { hasDied } from "../../src/model/fold/session/status.js";
import { open } from "../../src/project/open.js";
import { type MessageRoom, messageRoom } from "./message/message-room.js";

function count(text: string, piece: string): number {
  return text.split(piece).length - 1;
}

function hasCrashed({ home, project }: MessageRoom, session: string): boolean {
  const { store } = open({ ...process.env, TIDEMARK_HOME: home }, project);
  const [state] = store.findSessions(session);
  store.close();
  if (state === undefined) throw new Error("There is no such session.");
  return hasDied(state, state.lastAt, false);
}

describe("what a program declares", () => {
  test("is pinned once, however often it is said", () => {
    const room = messageRoom();
    for (let n = 0; n < 3; n++) {
      const tidemark = room.open();
      tidemark.pin("The staging bucket is in Oslo");
      tidemark.sessions.create().pin("The staging  bucket is in Oslo");
      tidemark.close();
    }
    const tidemark = room.open();
    const session = tidemark.sessions.create();
    expect(session.workingSet().facts).toEqual(["The staging bucket is in Oslo"]);
    expect(count(room.bytes(), '"pin.added"')).toBe(1);
    tidemark.close();
  });

  test("is decided once in the same words, with the last reason", () => {
    const { open: openRoom } = messageRoom();
    const { sessions, close } = openRoom();
    const session = sessions.create();
    session.decide("Use Postgres for the queue", { reason: "we know it" });
    session.decide("Use Postgres for the queue", { reason: "it has advisory locks" });
    session.decide("Use Postgres for the queue");
    const { system } = session.context();
    expect(count(system, "Use Postgres for the queue")).toBe(1);
    expect(system).toContain("advisory locks");
    expect(system).not.toContain("we know it");
    close();
  });

  test("gives way to the decision that names it", () => {
    const { open: openRoom } = messageRoom();
    const { sessions, close } = openRoom();
    const session = sessions.create();
    session.decide("Thumbnails are made on upload");
    session.decide("Thumbnails are made on demand", { supersedes: "Thumbnails are made on upload" });
    expect(session.context().system).toContain("on demand");
    expect(session.context().system).not.toContain("on upload");
    expect(() => session.decide("Other", { supersedes: "Nothing of the kind" })).toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
    close();
  });

  test("is not told beyond its branch of work before that is merged", () => {
    const { open: openRoom } = messageRoom();
    const { sessions, close } = openRoom();
    const main = sessions.create();
    main.add({ role: "user", content: "Where do thumbnails go?" });
    main.decide("Pictures stay in the bucket");
    const aside = sessions.branch(main.id, { name: "on-disk" });
    aside.add({ role: "user", content: "Try the disk" });
    aside.decide("Thumbnails lie on the disk", { supersedes: "Pictures stay in the bucket" });
    expect(aside.context().system).toContain("Thumbnails lie on the disk");
    expect(aside.context().system).not.toContain("Pictures stay in the bucket");
    expect(main.context().system).not.toContain("Thumbnails lie on the disk");
    expect(main.context().system).toContain("Pictures stay in the bucket");
    main.decide("Thumbnails lie on the disk");
    expect(main.context().system).toContain("Thumbnails lie on the disk");
    close();
  });
});

describe("a program that closes in the middle of a request", () => {
  test("has left it, and one that is killed has crashed", () => {
    const room = messageRoom();
    const tidemark = room.open();
    const asked = tidemark.sessions.create();
    asked.add({ role: "user", content: "Why is the upload slow?" });
    const called = tidemark.sessions.create();
    called.add({ role: "user", content: "Look at the log" });
    called.add({ role: "assistant", content: [{ type: "tool-call", id: "c1", tool: "read", input: {} }] });
    expect([asked, called].map(({ id }) => hasCrashed(room, id))).toEqual([true, true]);
    tidemark.close();
    expect([asked, called].map(({ id }) => hasCrashed(room, id))).toEqual([false, false]);
  });

  test("writes nothing where the request was answered", () => {
    const room = messageRoom();
    const tidemark = room.open();
    const session = tidemark.sessions.create();
    session.add({ role: "user", content: "Is it done?" });
    session.add({ role: "assistant", content: "Yes." });
    tidemark.close();
    expect(room.bytes()).not.toContain('"turn.ended"');
  });
});
