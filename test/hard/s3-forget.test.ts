import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchBytes } from "./byte-search.js";
import { figure } from "./figure.js";
import { type Ended, inParallel, type RunOptions, runCli, runHook } from "./hook-run.js";
import { Killer } from "./kill.js";
import { countMarkers, readHistory, readVerified } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { seeded } from "./random.js";
import { type House, openHouse, type Room } from "./room.js";

const DAY = 86_400_000;
const TEXT = 'Nordlicht "Projekt" 7391';
const PLAIN = "zq-marker-4417";
const FILE = "config/tresor.env";
const INSIDE = "inhalt-des-tresors-5520";
const SESSION = "vergessene-sitzung-88";
const PRIVATE = "only-in-that-session-6612";
const AT_ONCE = 8;
const KILLS = 20;
const SECRETS = join(import.meta.dirname, "../../../shared/bench/secrets/corpus.jsonl.gz");

let house: House;
beforeAll(async () => {
  house = await openHouse("s3");
});
afterAll(() => house.leave());

/** A history with planted texts, told through the built programs: in prompts, outputs, files, names, answers, exports. */
class Past {
  readonly room: Room;
  readonly exported: string;

  constructor(room: Room) {
    this.room = room;
    this.exported = join(room.top, "exported");
  }

  async tell(): Promise<void> {
    const { work, top, env } = this.room;
    spawnSync("git", ["init", "-q", "-b", `fix-${PLAIN}`, work], { env });
    this.write(FILE, `A=${INSIDE}\nB=${PLAIN}\n`);
    this.write("notes.md", `Call ${TEXT} on Monday.\n`);
    this.write("utf16.txt", Buffer.from(`for ${PLAIN}`, "utf16le"));
    this.write("fine.ts", "export const fine = 1;\n");
    // The days of a month ago are packed by the housekeeping.
    for (const [session, days] of [
      ["old-session", 40],
      [SESSION, 35],
      ["new-session", 0],
    ] as const) {
      await this.work(session, days);
      this.write(`step-${days}.md`, `${PLAIN} after ${days} days\n`);
    }
    await this.cli("pin", `Always greet ${TEXT}`);
    await this.cli("remember", "decision", `We chose ${PLAIN} because of ${FILE}`);
    await this.cli("profile", "set-role", `dba of ${PLAIN}`);
    await this.cli("focus", PLAIN, "upload");
    await this.cli("checkpoint", "create", "--label", `before ${PLAIN} and ${FILE}`);
    await this.cli("recall", TEXT);
    await this.hook("PreToolUse", "new-session", 0, {
      tool_name: "Read",
      tool_input: { file_path: join(work, ".ai", "recall", `${PLAIN} upload`) },
    });
    await this.cli("export", "--layout", "ai-folder", "--to", this.exported, "--yes");
    await this.tend();
    mkdirSync(join(this.room.data, "log"), { recursive: true, mode: 0o700 });
    writeFileSync(
      join(this.room.data, "log", "hook.jsonl"),
      `${JSON.stringify({ at: 1, agent: "claude", hook: "Stop", error: `no such file ${PLAIN}` })}\n`,
      { mode: 0o600 },
    );
    writeFileSync(join(this.room.data, "tidemark.db.damaged"), `a page with ${PLAIN}`, { mode: 0o600 });
    expect(top).not.toContain(PLAIN);
  }

  async work(session: string, days: number): Promise<void> {
    await this.hook("SessionStart", session, days, { source: "startup" });
    await this.hook("UserPromptSubmit", session, days, {
      prompt: `Please write to ${TEXT}, see ${FILE} and ${PLAIN}${session === SESSION ? ` ${PRIVATE}` : ""}`,
    });
    await this.tool(session, days, "Edit", {
      file_path: join(this.room.work, FILE),
      old_string: "",
      new_string: `A=${INSIDE}`,
    });
    await this.tool(
      session,
      days,
      "Bash",
      { command: `curl https://example.com/${PLAIN}` },
      `{"who": ${JSON.stringify(TEXT)}}`,
    );
    await this.tool(session, days, "Bash", { command: `cat ${FILE}` }, `A=${INSIDE}`);
    await this.hook("Stop", session, days, {
      last_assistant_message: `Wrote to ${TEXT}. Next: ask ${PLAIN} for the key.`,
    });
    await this.hook("SessionEnd", session, days, { reason: "other" });
  }

  async tool(
    session: string,
    days: number,
    tool_name: string,
    tool_input: object,
    stdout = "ok",
  ): Promise<void> {
    await this.hook("PreToolUse", session, days, { tool_name, tool_input });
    await this.hook("PostToolUse", session, days, { tool_name, tool_input, tool_response: { stdout } });
  }

  async hook(name: string, session: string, days: number, fields: object): Promise<void> {
    const wire = { ...payload(name, sceneOf(this.room, session)), ...fields };
    const { code, stderr } = await runHook(this.room, wire, {
      patience: 30_000,
      env: { TIDEMARK_CLOCK_OFFSET: String(-days * DAY) },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  }

  async cli(...args: string[]): Promise<Ended> {
    const ended = await this.try(args);
    if (ended.code !== 0) throw new Error(`${args[0]}: ${ended.stderr}`);
    return ended;
  }

  try(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    return runCli(this.room, args, options);
  }

  async tend(): Promise<void> {
    const { env, program, work } = this.room;
    const { status } = spawnSync(process.execPath, [program.hook, "tend"], { env, cwd: work });
    expect(status).toBe(0);
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.room.work, path)), { recursive: true });
    writeFileSync(join(this.room.work, path), content);
  }

  /** Where a text is found, by the first folder or file below the data folder. */
  found(text: string): string[] {
    const { data } = this.room;
    const hits = searchBytes(data, [text]).map(({ where }) => {
      const path = where.slice(where.indexOf(data) + data.length + 1);
      const [first = "", second = ""] = path.split("/");
      return first === "journal" && second === "archive" ? "archive" : first;
    });
    return [...new Set(hits)].sort();
  }
}

const EVERYWHERE = [
  "archive",
  "checkpoint",
  "journal",
  "log",
  "recall",
  "tidemark.db",
  "tidemark.db.damaged",
];

describe("S3: what is forgotten is in no byte of the data folder", () => {
  it("a text, a file, a session", async () => {
    const past = new Past(house.room("all"));
    await past.tell();
    const { room } = past;
    expect(past.found(PLAIN)).toEqual(expect.arrayContaining(EVERYWHERE));
    expect(past.found(TEXT)).toEqual(
      expect.arrayContaining(["archive", "checkpoint", "journal", "tidemark.db"]),
    );
    expect(searchBytes(past.exported, [TEXT]).length).toBeGreaterThan(0);

    const looked = await past.cli("forget", "--pattern", TEXT, "--dry-run", "--json");
    expect(looked.stdout).not.toContain("Nordlicht");
    expect(past.found(TEXT)).toContain("journal");
    const began = performance.now();
    await past.cli("forget", "--pattern", TEXT, "--yes");
    const took = performance.now() - began;
    expect(searchBytes(room.data, [TEXT, "Nordlicht"])).toEqual([]);
    expect(searchBytes(past.exported, [TEXT, "Nordlicht"])).toEqual([]);
    expect(await readVerified(room)).toMatchObject({ same: true, badLines: 0 });

    expect(past.found(INSIDE)).toEqual(expect.arrayContaining(["archive", "checkpoint", "journal"]));
    await past.cli("forget", "--path", FILE, "--yes");
    expect(searchBytes(room.data, ["tresor.env"])).toEqual([]);
    expect(past.found(INSIDE)).toEqual([]);

    expect(past.found(PRIVATE)).toEqual(expect.arrayContaining(["archive", "tidemark.db"]));
    await past.cli("forget", "--session", SESSION, "--yes");
    expect(searchBytes(room.data, [SESSION, PRIVATE])).toEqual([]);

    const left = past.found(PLAIN);
    await past.cli("forget", "--pattern", `/${PLAIN.slice(0, -4)}\\d+/`, "--yes");
    expect(searchBytes(room.data, [PLAIN])).toEqual([]);
    // What is not concerned is still there: the other sessions, and the file that holds nothing of it.
    const sessions = JSON.parse((await past.cli("sessions", "--json")).stdout);
    expect(sessions.map(({ session }: { session: string }) => session).sort()).toEqual([
      "new-session",
      "old-session",
    ]);
    const checkpoints = JSON.parse((await past.cli("checkpoint", "list", "--json", "--all")).stdout);
    expect(JSON.stringify(checkpoints)).toContain("new-session");
    expect(searchBytes(room.data, ["export const fine = 1;"]).length).toBeGreaterThan(0);
    expect(await readVerified(room)).toMatchObject({ same: true, badLines: 0 });
    figure(`forget: found in ${left.join(", ")}; afterwards in 0 files; ${Math.round(took)} ms for a text`);
  });

  it("beside hooks that go on, of which nothing is lost", async () => {
    const past = new Past(house.room("beside"));
    await past.tell();
    const { room } = past;
    // Else every event and every checkpoint would say it again.
    for (const path of [FILE, "notes.md", "utf16.txt", "step-40.md", "step-35.md", "step-0.md"])
      past.write(path, "");
    spawnSync("git", ["symbolic-ref", "HEAD", "refs/heads/main"], { env: room.env, cwd: room.work });
    const markers = Array.from({ length: 240 }, (_, n) => `bs-${n}-end`);
    let isOver = false;
    const forgetting = (async () => {
      const ended: Ended[] = [];
      // None of them is in what the hooks say meanwhile.
      for (const text of [TEXT, PLAIN, "write to", "Wrote"]) {
        ended.push(await past.try(["forget", "--pattern", text, "--yes"]));
      }
      isOver = true;
      return ended;
    })();
    let during = 0;
    const hooks = await inParallel(8, markers, async (marker, n) => {
      if (!isOver) during++;
      const kind = n % 3 === 0 ? "UserPromptSubmit" : "PostToolUse";
      return runHook(room, payload(kind, sceneOf(room, `beside-${n % 5}`), marker), { patience: 60_000 });
    });
    const ended = await forgetting;
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      ended.map(() => ({ code: 0, stderr: "" })),
    );
    const acknowledged = markers.filter((_, n) => hooks[n]?.code === 0);
    const stored = countMarkers(await readHistory(room), /bs-\d+-end/g);
    const lost = acknowledged.filter((marker) => !stored.has(marker));
    const verified = await readVerified(room);
    figure(
      `beside: ${acknowledged.length} hooks acknowledged, ${during} of them begun while forgetting; ${lost.length} lost`,
    );
    expect(lost).toEqual([]);
    expect(during).toBeGreaterThan(20);
    expect(acknowledged).toHaveLength(markers.length);
    expect(verified).toMatchObject({ same: true });
    expect(searchBytes(room.data, [PLAIN])).toEqual([]);
  });

  it("killed anywhere, it can be done again", async () => {
    const past = new Past(house.room("killed"));
    await past.tell();
    const { room } = past;
    const killer = new Killer(seeded(31));
    await past.cli("pin", "a text to measure with");
    const before = (await readHistory(room)).map(({ id }) => id);
    await killer.measure(() => past.try(["forget", "--pattern", "a text to measure with", "--yes"]));
    let unfinished = 0;
    for (let n = 0; n < KILLS; n++) {
      await killer.kill((options) => past.try(["forget", "--pattern", PLAIN, "--yes"], options), 0.2);
      if (existsSync(join(room.data, "forget.unfinished"))) unfinished++;
      const status = await past.cli("status");
      expect(status.stdout.includes("did not end")).toBe(existsSync(join(room.data, "forget.unfinished")));
    }
    await past.cli("forget", "--pattern", PLAIN, "--yes");
    figure(`killed: ${killer.killed} of ${KILLS}, ${unfinished} of them in the middle of it`);
    expect(searchBytes(room.data, [PLAIN])).toEqual([]);
    const after = new Set((await readHistory(room)).map(({ id }) => id));
    expect(before.filter((id) => !after.has(id))).toEqual([]);
    expect(await readVerified(room)).toMatchObject({ same: true });
    expect(existsSync(join(room.data, "forget.unfinished"))).toBe(false);
  });
});

describe.skipIf(!existsSync(SECRETS))("S3: known secrets (with corpus.jsonl.gz)", () => {
  const Labelled = v.object({ label: v.number(), text: v.string(), secret: v.string() });

  it("are seldom kept, and after forgetting never", async () => {
    const room = house.quietRoom("secrets");
    const past = new Past(room);
    const lines = gunzipSync(readFileSync(SECRETS))
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "");
    const known = lines
      .map((line) => v.safeParse(Labelled, JSON.parse(line)))
      .flatMap((parsed) =>
        parsed.success && parsed.output.label === 1 && parsed.output.secret.length >= 8
          ? [parsed.output]
          : [],
      );
    await inParallel(4, known, async ({ text }, n) => {
      const fields = n % 2 === 0 ? { prompt: text } : {};
      const kind = n % 2 === 0 ? "UserPromptSubmit" : "PostToolUse";
      const tool = { tool_name: "Bash", tool_input: { command: "env" }, tool_response: { stdout: text } };
      await runHook(
        room,
        { ...payload(kind, sceneOf(room, `secret-${n % 9}`)), ...(n % 2 === 0 ? fields : tool) },
        { patience: 30_000 },
      );
    });
    await past.cli("status");
    const secrets = [...new Set(known.map(({ secret }) => secret))];
    const kept = [...new Set(searchBytes(room.data, secrets).map(({ text }) => text))];
    figure(
      `secrets: ${secrets.length} known, ${kept.length} found in some file of the data folder (${((100 * kept.length) / secrets.length).toFixed(1)} %)`,
    );
    // As the redactor stands: one in twenty of these kinds is not known to it.
    expect(kept.length / secrets.length).toBeLessThan(0.1);
    // Several at a time, as one pattern: each forgetting writes all of the memory anew.
    for (let n = 0; n < kept.length; n += AT_ONCE) forgetSecrets(past, kept.slice(n, n + AT_ONCE));
    expect(searchBytes(room.data, kept)).toEqual([]);
    expect(await readVerified(room)).toMatchObject({ same: true });
  });

  function forgetSecrets(past: Past, texts: readonly string[]): void {
    const literal = (text: string) =>
      text
        .replace(/[\\/^$.*+?()[\]{}|-]/g, "\\$&")
        .replaceAll("\n", "\\n")
        .replaceAll("\r", "\\r");
    const pattern = `/${texts.map(literal).join("|")}/`;
    const { env, program, work } = past.room;
    const { status, stderr } = spawnSync(
      process.execPath,
      [program.cli, "forget", "--pattern", "-", "--yes"],
      {
        ...{ env, cwd: work, input: `${pattern}\n`, encoding: "utf8" },
      },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  }
});
