import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rebuild } from "../../../src/model/verify.js";
import { messageRoom, textsOf } from "./message-room.js";

const acts = fc.array(
  fc.record({
    who: fc.nat({ max: 2 }),
    does: fc.constantFrom("add", "add", "add", "read", "reopen", "fork"),
  }),
  { minLength: 3, maxLength: 40 },
);

describe("several programs in one session", () => {
  test("read in the order in which they added, however their turns fall, and the same after a rebuild", () => {
    fc.assert(
      fc.property(acts, (story) => {
        const room = messageRoom();
        const programs = [room.open(), room.open({ agent: "other" }), room.open()];
        const begun = programs[0]?.sessions.create();
        begun?.add({ role: "user", content: "begin" });
        const id = begun?.id ?? "";
        const sessions = programs.map(({ sessions: all }) => all.open(id));
        const told = ["begin"];
        const forks: { readonly id: string; readonly told: readonly string[] }[] = [];
        for (const [n, { who, does }] of story.entries()) {
          const session = sessions[who];
          if (session === undefined) continue;
          if (does === "add") {
            told.push(`${who} says ${n}`);
            session.add({ role: n % 2 === 0 ? "user" : "assistant", content: `${who} says ${n}` });
          } else if (does === "read") expect(textsOf(session.history())).toEqual(told);
          else if (does === "fork")
            forks.push({ id: programs[who]?.sessions.branch(id).id ?? "", told: [...told] });
          else {
            programs[who]?.close();
            const again = room.open();
            programs[who] = again;
            sessions[who] = again.sessions.open(id);
          }
        }
        const histories = () => sessions.map((session) => [...session.history()]);
        const before = histories();
        for (const history of before) expect(history).toEqual(before[0]);
        expect(textsOf(before[0] ?? [])).toEqual(told);
        rebuild(room.home).close();
        expect(histories()).toEqual(before);
        for (const fork of forks)
          expect(textsOf(programs[0]?.sessions.open(fork.id).history() ?? [])).toEqual(fork.told);
        for (const program of programs) program.close();
      }),
      { numRuns: 12 },
    );
  });
});
