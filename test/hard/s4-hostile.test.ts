import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figure } from "./figure.js";
import { hostileTexts } from "./fuzz.js";
import { AGENT_DEADLINE, inParallel, isAnswer, runCli, runHook } from "./hook-run.js";
import { listTree } from "./listing.js";
import { readHistory, readNotes, tally } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { type House, openHouse, type Room } from "./room.js";

const TOKEN = `s4-${process.pid}`;
const HANDS = 3;

let house: House;
let room: Room;
let hostile: string[];
beforeAll(async () => {
  house = await openHouse("s4");
  room = house.room("s4");
  hostile = hostileTexts(room, TOKEN);
  mkdirSync(join(room.top, "mark"));
  await runHook(room, payload("SessionStart", sceneOf(room, "first")));
});
afterAll(() => house.leave());

describe("S4: hostile names at every door", () => {
  it("a hook writes nothing outside its folder and runs nothing", async () => {
    const hooks = ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop"];
    const fields = ["session_id", "cwd", "transcript_path"];
    const calls = hooks.flatMap((hook) =>
      fields.flatMap((field) => hostile.map((text) => ({ hook, field, text }))),
    );
    const before = listTree(room.top, [room.data]);
    const ends = await inParallel(HANDS, calls, async ({ hook, field, text }) => {
      const end = await runHook(room, { ...payload(hook, sceneOf(room, "s4")), [field]: text });
      return { hook, field, text: text.slice(0, 60), ...end };
    });
    const bad = ends.filter((end) => end.code !== 0 || end.ms > AGENT_DEADLINE || !isAnswer(end.stdout));
    const stored = await readHistory(room);
    figure(
      `hook: ${calls.length} hostile payloads, ${bad.length} bad ends, ${stored.length} events stored, ` +
        `notes: ${tally(readNotes(room)).join(" | ") || "none"}`,
    );
    expect(bad).toEqual([]);
    expect(listTree(room.top, [room.data])).toEqual(before);
    expect(strangers(room)).toEqual([]);
    expect(strays()).toEqual([]);
    // Else nothing was done with them.
    expect(stored.length).toBeGreaterThan(calls.length / 2);
  });

  it("a question to memory names no other file and no command", async () => {
    const inputs = hostile.flatMap((text) => [
      { tool_name: "Read", tool_input: { file_path: `.ai/recall/${text}` } },
      { tool_name: "Bash", tool_input: { command: `cat .ai/recall/${text}` } },
      { tool_name: "Bash", tool_input: { command: `cat '.ai/recall/${text}'` } },
    ]);
    const before = listTree(room.top, [room.data]);
    const ends = await inParallel(HANDS, inputs, async (input) => {
      const end = await runHook(room, { ...payload("PreToolUse", sceneOf(room, "s4")), ...input });
      return { input: JSON.stringify(input).slice(0, 80), ...end };
    });
    const bad = ends.filter((end) => end.code !== 0 || end.ms > AGENT_DEADLINE || !isAnswer(end.stdout));
    const answers = ends.flatMap(({ stdout }) => (stdout === "" ? [] : [JSON.parse(stdout)]));
    const named = answers.map(({ hookSpecificOutput: { updatedInput } }) => {
      const { file_path, command } = updatedInput;
      return String(file_path ?? /^cat '([^']*)'$/.exec(command)?.[1]);
    });
    figure(`recall: ${inputs.length} hostile questions, ${answers.length} answered, ${bad.length} bad ends`);
    expect(bad).toEqual([]);
    expect(named.length).toBeGreaterThan(hostile.length);
    expect(named.filter((file) => !OURS.test(file) || !file.startsWith(`${room.data}/recall/`))).toEqual([]);
    expect(listTree(room.top, [room.data])).toEqual(before);
    expect(strangers(room)).toEqual([]);
    expect(strays()).toEqual([]);
  });

  it("a command writes nothing outside its folder and runs nothing", async () => {
    // An argument cannot hold a NUL.
    const texts = hostile.filter((text) => !text.includes("\u0000"));
    const doors: ((text: string) => string[])[] = [
      (text) => ["session", "--json", "--", text],
      (text) => ["state", "--json", "--session", text],
      (text) => ["history", "--json", `--session=${text}`],
      (text) => ["history", "--all", "--json", "--type", text],
      (text) => ["inject", "--json", "--session", text],
      (text) => ["inject", "--json", "--source", text],
      (text) => ["sessions", "--all", "--json", "--agent", text],
      (text) => ["sessions", "--json", "--since", text],
      (text) => ["recall", "--json", "--", text],
    ];
    const before = listTree(room.top, [room.data]);
    const calls = doors.flatMap((door) => texts.map(door));
    const ends = await inParallel(HANDS, calls, async (args) => ({ args, ...(await runCli(room, args)) }));
    // 1 says what is wrong, 2 is a wrong use; 70 would be a defect.
    const bad = ends.filter(({ code, ms }) => ![0, 1, 2].includes(code ?? -1) || ms > AGENT_DEADLINE);
    const codes = tally(ends.map(({ code }) => `exit ${code}`));
    figure(`commands: ${calls.length} hostile arguments, ${codes.join(", ")}, ${bad.length} bad ends`);
    expect(bad.map(({ args, code, stderr }) => ({ args, code, stderr }))).toEqual([]);
    expect(listTree(room.top, [room.data])).toEqual(before);
    expect(strangers(room)).toEqual([]);
    expect(strays()).toEqual([]);
  });

  it("a folder with a hostile name is only a folder", async () => {
    const names = hostile.filter(
      (text) => !/[\u0000/]/.test(text) && text.trim() !== "" && text.length < 100,
    );
    const shell = [
      "$(touch x-dollar)",
      "`touch x-tick`",
      ";touch x-semicolon",
      "-C",
      "--git-dir=x",
      "a\nb",
      "'\"",
    ];
    const folders = [...new Set([...names, ...shell])].map((name) => join(room.work, name));
    for (const folder of folders) {
      for (const part of ["refs", "objects"]) mkdirSync(join(folder, ".git", part), { recursive: true });
      // With a head it is a repository: git is asked about it, by its hostile name.
      writeFileSync(join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
    }
    const before = listTree(room.top, [room.data]);
    const ends = await inParallel(HANDS, folders, async (cwd) => [
      await runHook(room, payload("SessionStart", { ...sceneOf(room, "s4-folder"), cwd }), { cwd }),
      await runCli(room, ["status", "--json"], { cwd }),
      await runCli(room, ["inject", "--json"], { cwd }),
    ]);
    const bad = ends.flat().filter(({ code, ms }) => code !== 0 || ms > AGENT_DEADLINE);
    figure(`folders: ${folders.length} hostile folder names, ${bad.length} bad ends`);
    expect(bad).toEqual([]);
    expect(listTree(room.top, [room.data])).toEqual(before);
    expect(strays()).toEqual([]);
  });
});

const OURS = /\/recall\/[0-9a-f]{16}\.md$/;

/** Names in the data folder that are not of our making. */
function strangers({ data }: Room): string[] {
  const names = readdirSync(data, { recursive: true, encoding: "utf8" });
  // Checkpoints of a place are under its hash; the names of git's own files have capitals.
  const isOurs = /^(?:[a-z]+\/)?[0-9a-z.-]+$|^checkpoint\/[0-9a-f]{16}(?:\/[0-9a-zA-Z.-]+)+$/;
  return names.filter((name) => !isOurs.test(name) || name.includes(TOKEN));
}

function strays(): string[] {
  const folders = ["/tmp", "/", join(room.top, "mark"), room.top];
  return folders.flatMap((folder) => readdirSync(folder).filter((name) => name.includes(TOKEN)));
}
