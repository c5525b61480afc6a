import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { injections, type ModelRequest } from "../request.js";
import { call, shell, steps } from "../script.js";
import { test } from "./fixture.js";
import type { Workplace } from "./run.js";

/** Hooks and settings of somebody else, laid out as no formatter would. */
const SETTINGS = `{ "model":"claude-opus-5-5",
\t"hooks" : {"Stop":[ {"hooks":[{"type":"command","command":"true"}]}],

      "SessionStart": [{ "matcher":"startup", "hooks":[{"type":"command","command":"echo harbour open"}]}] } ,
   "env":{   "HARBOUR" :"7" }
}  
`;

describe("Claude Code with Tidemark", () => {
  test("works as if nothing were there when the data folder cannot be one", async ({ bare }) => {
    const without = await work(bare, {});
    bare.tidemark("init", "--yes", "--agent", "claude");
    const file = join(bare.project, "..", "not-a-folder");
    writeFileSync(file, "a file");
    const broken = await work(bare, { TIDEMARK_HOME: file });

    expect(broken).toMatchObject({ code: 0, stdout: "Done.\n", stderr: without.stderr });
    expect(broken.requests.flatMap(injections)).toEqual([]);
    expect(broken.requests.map(conversation)).toEqual(without.requests.map(conversation));
    expect(readFileSync(file, "utf8")).toBe("a file");
  });

  test("has its settings back, byte for byte, after remove", async ({ bare }) => {
    writeFileSync(bare.settings, SETTINGS);
    bare.tidemark("init", "--yes", "--agent", "claude");
    expect(readFileSync(bare.settings, "utf8")).not.toBe(SETTINGS);
    const { requests } = await work(bare, {});
    expect(requests.slice(0, 1).flatMap(injections)).not.toEqual([]);
    expect(JSON.stringify(requests[0])).toContain("harbour open");

    bare.tidemark("remove", "--yes", "--agent", "claude");
    expect(readFileSync(bare.settings, "utf8")).toBe(SETTINGS);
    const after = await work(bare, {});
    expect(after.requests.flatMap(injections)).toEqual([]);
  });

  test("has no settings after remove when it had none before", async ({ place }) => {
    expect(existsSync(place.settings)).toBe(true);
    place.tidemark("remove", "--yes", "--agent", "claude");
    expect(existsSync(place.settings)).toBe(false);
  });

  test("speaks to the scripted model and to nobody else", async ({ place }) => {
    const { requests } = await work(place, {});
    const { room } = place;
    expect(room.log).toEqual(requests.map(() => "POST /v1/messages?beta=true"));
    if (!room.closed) return;

    expect(room.interfaces).toEqual(["lo"]);
    const reach =
      'require("node:net").connect(443, "192.0.2.1").on("error", (error) => console.log(error.code))';
    const tried = await room.run({
      command: process.execPath,
      args: ["-e", reach],
      env: {},
      cwd: place.project,
      script: steps(),
    });
    expect(tried.stdout).toBe("ENETUNREACH\n");
  });
});

function work(place: Workplace, env: Record<string, string>) {
  const file = join(place.project, "quay.md");
  const script = steps(
    call("Write", { file_path: file, content: "# Quay\n" }),
    shell("cat quay.md"),
    shell("rm quay.md"),
  );
  return place.claude({ prompt: "Note the quay", script, env });
}

/** The conversation without what differs from run to run: ids. */
function conversation(request: ModelRequest): string {
  return JSON.stringify(request.messages).replace(
    /toolu_\d+_\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    "ID",
  );
}
