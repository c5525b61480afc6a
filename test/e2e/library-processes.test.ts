import { type ChildProcess, spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { LibraryStage } from "./library-stage.js";

const EACH = 1_500;

/** Adds messages to one session, a word on the standard output for each hundred, until all are added or it is killed. */
const WRITER = `
  import { openTidemark } from "tidemark";
  const [id, name, count] = process.argv.slice(2);
  const tidemark = openTidemark();
  const session = tidemark.sessions.open(id);
  for (let n = 0; n < Number(count); n++) {
    session.add({ role: n % 2 === 0 ? "user" : "assistant", content: name + " " + n });
    if (n % 100 === 99) process.stdout.write(n + "\\n");
    // Somebody reads in the middle of it.
    if (n % 1000 === 500) session.context({ last: 5 });
  }
  tidemark.close();
`;

// A slow machine drains for long.
const PATIENCE = 180_000;

const READER = `
  import { openTidemark } from "tidemark";
  const tidemark = openTidemark();
  const session = tidemark.sessions.open(process.argv[2]);
  console.log(JSON.stringify([...session.history()].map(({ id, content }) => [id, content])));
  tidemark.close();
`;

describe("several processes in one session", () => {
  test(
    "lose nothing, and all read the same order afterwards, also if one is killed in the middle",
    async () => {
      const stage = new LibraryStage();
      const id: string = stage.library(
        'const session = tidemark.sessions.create(); session.add({ role: "user", content: "begin" }); return session.id;',
      );
      const [writer, reader] = [stage.write(WRITER), stage.write(READER)];
      const start = (name: string, count: number) =>
        spawn(process.execPath, [writer, id, name, String(count)], {
          cwd: stage.project,
          env: stage.env,
          stdio: ["ignore", "pipe", "inherit"],
        });
      const read = (): [string, string][] => JSON.parse(stage.start(reader, {}, [id]).stdout);
      const writers = [start("ann", EACH), start("bob", EACH)];
      const killed = start("eve", 1_000_000);
      const told = await lastWord(killed, 900);
      killed.kill("SIGKILL");
      expect(await Promise.all(writers.map(ended))).toEqual([0, 0]);
      await ended(killed);
      const one = read();
      expect(read()).toEqual(one);
      const of = (name: string) =>
        one.flatMap(([, text]) => (text.startsWith(`${name} `) ? [Number(text.slice(4))] : []));
      for (const name of ["ann", "bob"]) expect(of(name)).toEqual(Array.from({ length: EACH }, (_, n) => n));
      // Whatever it said it had added is there, in its order.
      const eves = of("eve");
      expect(eves.length).toBeGreaterThan(told);
      expect(eves).toEqual(eves.map((_, n) => n));
      expect(one.length).toBe(1 + 2 * EACH + eves.length);
      expect(new Set(one.map(([name]) => name)).size).toBe(one.length);
      expect(stage.cli(["rebuild"]).status).toBe(0);
      expect(read()).toEqual(one);
      expect(stage.cli(["verify"])).toMatchObject({ status: 0 });
    },
    PATIENCE,
  );
});

/** What a process said last, once that is enough. */
function lastWord({ stdout }: ChildProcess, enough: number): Promise<number> {
  return new Promise((resolve) => {
    stdout?.on("data", (bytes: Buffer) => {
      const said = Number(bytes.toString().trim().split("\n").at(-1));
      if (said >= enough) resolve(said);
    });
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  child.stdout?.resume();
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
}

describe("a program that stays open", () => {
  test("goes on while others forget, rebuild and clean, and does not bring back what was forgotten", () => {
    const stage = new LibraryStage();
    const told: [string[], string[], string[]] = stage.library(
      `
        const { spawnSync } = await import("node:child_process");
        const cli = (...args) => spawnSync(process.execPath, ["node_modules/tidemark/dist/cli.js", ...args], { encoding: "utf8" });
        const session = tidemark.sessions.create();
        const texts = () => [...session.history()].map(({ content }) => content);
        // With a secret in it, so that the program is given its own words and not what stands on the disk.
        const key = ["sk", "ant", "api03", "Zq7".repeat(31) + "AA"].join("-");
        session.add({ role: "user", content: "The code word is marmalade. Key: " + key });
        session.add({ role: "assistant", content: "Understood." });
        const first = texts();
        const forgotten = cli("forget", "--pattern", "marmalade", "--yes");
        if (forgotten.status !== 0) throw new Error(forgotten.stderr + forgotten.stdout);
        session.add({ role: "user", content: "Go on." });
        const second = texts();
        if (cli("rebuild").status !== 0) throw new Error("no rebuild");
        session.add({ role: "assistant", content: "Done." });
        return [first, second, texts()];
      `,
    );
    expect(told[0][0]).toMatch(/^The code word is marmalade\. Key: sk-/);
    expect(told[1]?.at(-1)).toBe("Go on.");
    expect(told[2]?.slice(-2)).toEqual(["Go on.", "Done."]);
    expect(JSON.stringify(told.slice(1))).not.toContain("marmalade");
  });
});
