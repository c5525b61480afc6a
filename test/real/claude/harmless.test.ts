import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { ModelRequest } from "../request.js";
import type { Run } from "../room.js";
import { call, shell, steps } from "../script.js";
import type { Site } from "../site.js";
import { test } from "./fixture.js";
import { injections } from "./injection.js";
import { settingsIn } from "./launch.js";

/** Hooks and settings of somebody else, laid out as no formatter would. */
const SETTINGS = `{ "model":"claude-opus-5-5",
\t"hooks" : {"Stop":[ {"hooks":[{"type":"command","command":"true"}]}],

      "SessionStart": [{ "matcher":"startup", "hooks":[{"type":"command","command":"echo harbour open"}]}] } ,
   "env":{   "HARBOUR" :"7" }
}  
`;

describe("Claude Code with Tidemark", () => {
  test("works as if nothing were there when its data folder is a file", async ({ bare }) => {
    const without = await work(bare);
    bare.tidemark("init", "--yes", "--agent", "claude");
    const file = join(bare.project, "..", "file");
    writeFileSync(file, "a file");
    const settings = readFileSync(settingsIn(bare), "utf8");
    const broken = settings.replaceAll(`TIDEMARK_HOME='${bare.memory}'`, `TIDEMARK_HOME='${file}'`);
    expect(broken).not.toBe(settings);
    writeFileSync(settingsIn(bare), broken);

    sameAs(without, await work(bare));
    expect(readFileSync(file, "utf8")).toBe("a file");
  });

  test("works as if nothing were there when its data folder, program and all, became a file", async ({
    bare,
  }) => {
    const without = await work(bare);
    bare.tidemark("init", "--yes", "--agent", "claude");
    rmSync(bare.memory, { recursive: true });
    writeFileSync(bare.memory, "a file");

    sameAs(without, await work(bare));
    expect(readFileSync(bare.memory, "utf8")).toBe("a file");
  });

  test("has its settings back, byte for byte, after remove", async ({ bare }) => {
    writeFileSync(settingsIn(bare), SETTINGS);
    bare.tidemark("init", "--yes", "--agent", "claude");
    expect(readFileSync(settingsIn(bare), "utf8")).not.toBe(SETTINGS);
    const { requests } = await work(bare);
    expect(requests.slice(0, 1).flatMap(injections)).not.toEqual([]);
    expect(JSON.stringify(requests[0])).toContain("harbour open");

    bare.tidemark("remove", "--yes");
    expect(readFileSync(settingsIn(bare), "utf8")).toBe(SETTINGS);
    const after = await work(bare);
    expect(after.requests.flatMap(injections)).toEqual([]);
  });

  test("has no settings after remove when it had none before", async ({ place }) => {
    expect(existsSync(settingsIn(place))).toBe(true);
    place.tidemark("remove", "--yes");
    expect(existsSync(settingsIn(place))).toBe(false);
  });

  test("speaks to the scripted model and to nobody else", async ({ place }) => {
    const { requests } = await work(place);
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

function work(place: Site) {
  const file = join(place.project, "quay.md");
  const script = steps(
    call("Write", { file_path: file, content: "# Quay\n" }),
    shell("cat quay.md"),
    shell("rm quay.md"),
  );
  return place.run("claude", { prompt: "Note the quay", script });
}

function sameAs(without: Run, run: Run): void {
  expect(run).toMatchObject({ code: 0, stdout: "Done.\n", stderr: without.stderr });
  expect(run.requests.map(conversation)).toEqual(without.requests.map(conversation));
}

/** The conversation without what differs from run to run: ids. */
function conversation(request: ModelRequest): string {
  return JSON.stringify(request.messages).replace(
    /toolu_\d+_\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    "ID",
  );
}
