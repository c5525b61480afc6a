import { describe, expect, test } from "vitest";
import { LibraryStage } from "../library-stage.js";

describe("beyond one session", () => {
  test("messages of all sessions are found by meaning, and other projects' are not", () => {
    const stage = new LibraryStage();
    stage.library(`
      const first = tidemark.sessions.create();
      first.add({ role: "user", content: "Which database do we take for the orders?" });
      first.add({ role: "assistant", content: "PostgreSQL, because orders need transactions." });
      const second = tidemark.sessions.create();
      second.add({ role: "user", content: "Make the thumbnails smaller" });
      second.add({ role: "assistant", content: "The pictures are compressed now, so the page loads quickly." });
    `);
    expect(stage.json(["embed"])).toMatchObject({ memories: 4, embedded: 4 });
    // No word of the question stands in what is found.
    const [found] = stage.library(`return tidemark.recall("images are too big")`);
    expect(found.text).toContain("The pictures are compressed");
    const other = new LibraryStage();
    expect(other.library(`return tidemark.recall("images are too big")`)).toEqual([]);
  });

  test("what is known of the project is shared by its sessions, programs and agents", () => {
    const stage = new LibraryStage();
    stage.library(`
      tidemark.pin("The staging bucket is in Oslo");
      const session = tidemark.sessions.create();
      session.add({ role: "user", content: "Which way do we retry?" });
      session.decide("Full jitter", { reason: "all clients come back at once" });
    `);
    stage.cli(["remember", "fact", "Deploys go out on Tuesdays"]);
    const { system } = stage.library(
      `const session = tidemark.sessions.create(); session.add({ role: "user", content: "Where were we?" }); return session.context();`,
      '{ agent: "another-agent" }',
    );
    expect(system).toContain("Oslo");
    expect(system).toContain("Tuesdays");
    expect(system).toContain("Full jitter");
    expect(stage.told("SessionStart", "claude-1", { source: "startup" })).toContain("Oslo");
  });

  test("sessions have tags and branches, from the library and from the command line", () => {
    const stage = new LibraryStage();
    const told = stage.library(`
      const first = tidemark.sessions.create();
      const question = first.add({ role: "user", content: "How do we cache thumbnails?" });
      first.add({ role: "assistant", content: "In Redis, for a day." });
      const second = tidemark.sessions.branch(first.id, { at: question.id });
      second.add({ role: "assistant", content: "On disk, beside the pictures." });
      tidemark.sessions.tag(second.id, { add: ["cheap", "later"] });
      const tags = tidemark.sessions.tag(second.id, { remove: ["later"] });
      return {
        first: first.id, second: second.id, tags, tagged: tidemark.sessions.list({ tag: "cheap" }).map(({ id }) => id),
        said: [first, second].map((session) => [...session.history()].map(({ content }) => content)),
      };
    `);
    expect(told.tags).toEqual(["cheap"]);
    expect(told.tagged).toEqual([told.second]);
    expect(told.said).toEqual([
      ["How do we cache thumbnails?", "In Redis, for a day."],
      ["How do we cache thumbnails?", "On disk, beside the pictures."],
    ]);
    expect(stage.json(["sessions", "--tag", "cheap"])).toMatchObject([
      { session: told.second, from: told.first },
    ]);
    stage.cli(["tag", told.first, "redis"]);
    expect(stage.library(`return tidemark.sessions.list({ tag: "redis" }).map(({ id }) => id)`)).toEqual([
      told.first,
    ]);
  });

  test("where two branches decided differently, both sides are shown, and what a person says holds", () => {
    const stage = new LibraryStage();
    stage.library(`
      const first = tidemark.sessions.create();
      first.add({ role: "user", content: "Plan the upload queue" });
      first.add({ role: "assistant", content: "We decided to use Redis for the job queue." });
      const idea = tidemark.sessions.branch(first.id, { name: "idea" });
      idea.add({ role: "user", content: "Try another queue" });
      idea.add({ role: "assistant", content: "We decided to use Postgres instead of Redis for the job queue." });
      first.add({ role: "user", content: "Look at the queue again" });
      first.add({ role: "assistant", content: "We decided to use Kafka instead of Redis for the job queue." });
    `);
    const undecided = stage.cli(["merge", "idea", "--yes"]);
    expect(undecided.status).toBe(1);
    expect(undecided.stdout).toMatch(/ours .*Kafka/);
    expect(undecided.stdout).toMatch(/theirs .*Postgres/);
    expect(stage.cli(["merge", "idea", "--take", "theirs", "--yes"])).toMatchObject({ status: 0 });
    const told = stage.told("SessionStart", "claude-1", { source: "startup" });
    expect(told).toContain("Postgres");
    expect(told).not.toMatch(/Decided: .*Kafka/);
  });
});
