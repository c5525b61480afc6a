import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Envelope } from "../../src/event/envelope.js";
import { dayFile, journalFolder } from "../../src/journal/file.js";
import { readLine, writeLine } from "../../src/journal/line.js";
import { pack } from "../../src/journal/pack.js";
import { previewRewrite, rewriteJournal } from "../../src/journal/rewrite.js";
import { eachEvent } from "../../src/model/history.js";
import {
  eraseLine,
  eventEraser,
  pathEraser,
  sessionEraser,
  textEraser,
} from "../../src/upkeep/forget/eraser.js";
import { readPattern } from "../../src/upkeep/forget/forget-pattern.js";
import { pathWording } from "../../src/upkeep/forget/forget-target.js";
import { events } from "../event-arbitrary.js";
import { envelop } from "../model/fold/envelop.js";
import { freshHome, write } from "./journal-home.js";

const prompt = (text: string, n = 1) => envelop({ type: "prompt.submitted", data: { text } }, n);

function told(home: string): Envelope[] {
  const found: Envelope[] = [];
  eachEvent(home, {}, (event) => found.push(event));
  return found;
}

function textsOf(home: string): string[] {
  return told(home).map(({ data }) => JSON.stringify(data));
}

const forgetting = (text: string) => {
  const eraser = textEraser(readPattern(text));
  return {
    ...(eraser.needle && { needle: eraser.needle }),
    line: (line: string) => eraseLine(line, eraser),
  };
};

describe("writing the journal anew", () => {
  test("changes the lines that are concerned, in plain days and packed parts, and no other byte", () => {
    const home = freshHome();
    write(home, [prompt("the acme key", 1), prompt("other", 2)]);
    mkdirSync(join(journalFolder(home), "archive"), { mode: 0o700 });
    const part = join(journalFolder(home), "archive", "1970-01-01.0.jsonl.gz");
    writeFileSync(
      part,
      pack(Buffer.from(`\n${writeLine(prompt("old acme", 3))}\n\n${writeLine(prompt("old", 4))}\n`)),
      {
        mode: 0o600,
      },
    );
    const rewrite = forgetting("acme");
    expect(previewRewrite(home, rewrite)).toEqual({ lines: 2, unread: [] });
    expect(textsOf(home)).toContain('{"text":"the acme key"}');
    expect(rewriteJournal(home, rewrite)).toEqual({ lines: 2, unread: [] });
    expect(textsOf(home).sort()).toEqual([
      '{"text":"old [forgotten]"}',
      '{"text":"old"}',
      '{"text":"other"}',
      '{"text":"the [forgotten] key"}',
    ]);
    expect(previewRewrite(home, rewrite).lines).toBe(0);
    const before = readFileSync(join(journalFolder(home), dayFile(0)));
    expect(rewriteJournal(home, rewrite).lines).toBe(0);
    expect(readFileSync(join(journalFolder(home), dayFile(0)))).toEqual(before);
  });

  test("drops a damaged line that holds it, keeps another, and names a file that cannot be read", () => {
    const home = freshHome();
    write(home, [prompt("fine", 1)]);
    const day = join(journalFolder(home), dayFile(0));
    writeFileSync(day, `${readFileSync(day)}\n{"torn":"acm\n{"torn":"acme key\n`, { mode: 0o600 });
    mkdirSync(join(journalFolder(home), "archive"), { mode: 0o700 });
    writeFileSync(join(journalFolder(home), "archive", "1970-01-01.0.jsonl.gz"), "nothing", { mode: 0o600 });
    writeFileSync(join(journalFolder(home), "archive", "1970-01-01.0.jsonl.gz.77.abcdef"), "left", {
      mode: 0o600,
    });
    expect(rewriteJournal(home, forgetting("acme key"))).toEqual({
      lines: 1,
      unread: ["archive/1970-01-01.0.jsonl.gz"],
    });
    expect(readFileSync(day, "utf8")).toContain('{"torn":"acm\n');
    expect(readFileSync(day, "utf8")).not.toContain("acme");
    expect(readdirSync(join(journalFolder(home), "archive"))).toEqual(["1970-01-01.0.jsonl.gz"]);
  });

  test("removes a part that has nothing left", () => {
    const home = freshHome();
    mkdirSync(join(journalFolder(home), "archive"), { mode: 0o700 });
    const part = join(journalFolder(home), "archive", "1970-01-01.0.jsonl.gz");
    writeFileSync(part, pack(Buffer.from(`\n${writeLine(prompt("x", 3))}\n`)), { mode: 0o600 });
    const eraser = eventEraser("e3");
    rewriteJournal(home, { line: (line) => eraseLine(line, eraser) });
    expect(existsSync(part)).toBe(false);
  });

  test("of any events leaves those that hold nothing of it, and all of them readable", () => {
    fc.assert(
      fc.property(events, fc.constantFrom("src/a.ts", "npm test", "done"), (list, text) => {
        const home = freshHome();
        write(home, list);
        rewriteJournal(home, forgetting(text));
        const after = told(home);
        expect(after.map(({ id }) => id).sort()).toEqual([...new Set(list.map(({ id }) => id))].sort());
        const free = after.map(({ data, session, branch, dir }) =>
          JSON.stringify([data, session, branch, dir]),
        );
        if (text !== "done") expect(free.join("\n")).not.toContain(text);
      }),
      { numRuns: 40 },
    );
  });
});

describe("what is forgotten", () => {
  const line = (event: Envelope) => writeLine(event);

  test("of a file is what tools did with it, and its name in all else", () => {
    const eraser = pathEraser(pathWording("config/local.env", ["/home/me/box"]), "p");
    const tool = envelop(
      {
        type: "tool.finished",
        data: { tool: "Edit", action: "edit", paths: ["config/local.env"], ok: true },
      },
      1,
    );
    const shell = envelop(
      {
        type: "tool.finished",
        data: { tool: "Bash", action: "shell", command: "cat ./config/local.env | head", ok: true },
      },
      2,
    );
    expect(eraseLine(line(tool), eraser)).toEqual({ before: tool });
    expect(eraseLine(line(shell), eraser)).toEqual({ before: shell });
    const said = (text: string) => eraseLine(line(prompt(text)), eraser)?.after?.data;
    expect(said("see `config/local.env:12` and /home/me/box/config/local.env.")).toEqual({
      text: "see `[forgotten]:12` and [forgotten].",
    });
    for (const other of ["old/config/local.env", "config/local.env.sample", "config/local.environment"])
      expect(said(`see ${other}`)).toBeUndefined();
    expect(eraseLine(line({ ...tool, project: "q" }), eraser)).toBeUndefined();
  });

  test("of a folder is all that is below it", () => {
    const eraser = pathEraser(pathWording("src/secret", []), "p");
    const data = { tool: "Read", action: "read" as const, paths: ["src/secret/deep/a.ts"], ok: true };
    expect(eraseLine(line(envelop({ type: "tool.finished", data }, 1)), eraser)?.after).toBeUndefined();
    expect(eraseLine(line(prompt("look at src/secret/deep/a.ts, then rest")), eraser)?.after?.data).toEqual({
      text: "look at [forgotten], then rest",
    });
    expect(eraseLine(line(prompt("look at src/secrets.ts")), eraser)).toBeUndefined();
  });

  test("of a session is all that names it, not what a person stated elsewhere", () => {
    const eraser = sessionEraser("s", new Set(["e1"]));
    const outside = (draft: Parameters<typeof envelop>[0]) => ({ ...envelop(draft, 9), session: "" });
    const isGone = (event: Envelope) => eraseLine(line(event), eraser) !== undefined;
    expect(isGone(prompt("x"))).toBe(true);
    expect(isGone(outside({ type: "branch.joined", data: { branch: "b", session: "s" } }))).toBe(true);
    expect(isGone(outside({ type: "memory.removed", data: { memory: "e1.fix", text: "was" } }))).toBe(true);
    const fact = { kind: "fact" as const, text: "new", by: "user" as const, supersedes: "e1.fix" };
    expect(isGone(outside({ type: "fact.declared", data: fact }))).toBe(false);
    expect(isGone(outside({ type: "branch.joined", data: { branch: "b", session: "t" } }))).toBe(false);
  });

  test("leaves a line that is whole: its sum is that of what it says now", () => {
    const rewritten = eraseLine(line(prompt("the acme key")), textEraser(readPattern("acme")))?.line ?? "";
    expect(readLine(rewritten, 0, rewritten.length)).toMatchObject({
      is: "event",
      event: { data: { text: "the [forgotten] key" } },
    });
    expect(rewritten.match(/"sum"/g)).toHaveLength(1);
  });
});
