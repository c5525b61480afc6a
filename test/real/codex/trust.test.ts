import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { hashOf } from "../../../src/agent/codex/trust.js";
import { LAUNCHES } from "../launch.js";
import { CLI } from "../product.js";
import { steps } from "../script.js";
import { programOf, type Site } from "../site.js";
import { test, told } from "./fixture.js";

test("hooks run once a person trusts them, and doctor says which it is", async ({ place }) => {
  const before = await asked(place);
  expect(before.code).toBe(0);
  expect(told(before.requests[0])).toEqual([]);
  expect(place.history()).toEqual([]);
  expect(doctor(place)).toMatch(/does not run the hooks of Tidemark before you trust them[\s\S]*\/hooks/);

  trust(place);
  expect(doctor(place)).not.toContain("type /hooks in it");
  const after = await asked(place);
  expect(told(after.requests[0])).toHaveLength(1);
  expect(place.history().map(({ type }) => type)).toContain("turn.ended");
});

/** One run in which nothing is trusted but what Codex has noted. */
function asked(place: Site) {
  const [command = "", ...first] = programOf("codex").words;
  const words = LAUNCHES.codex.words([], "Paint the pier").filter((word) => !/bypass-hook-trust/.test(word));
  return place.room.run({
    command,
    args: [...first, ...words],
    env: place.env,
    cwd: place.project,
    script: steps(),
  });
}

/** What Codex writes down when a person trusts the hooks by /hooks. */
function trust(place: Site): void {
  const file = join(place.home, ".codex", "hooks.json");
  const { hooks }: { hooks: { [event: string]: [{ hooks: [{ [field: string]: unknown }] }] } } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  for (const [event, [group]] of Object.entries(hooks)) {
    const name = event.replace(/(?<=[a-z])[A-Z]/g, "_$&").toLowerCase();
    const hash = hashOf(name, undefined, group.hooks[0]);
    appendFileSync(
      join(place.home, ".codex", "config.toml"),
      `[hooks.state."${file}:${name}:0:0"]\ntrusted_hash = "${hash}"\n`,
    );
  }
}

function doctor(place: Site): string {
  return spawnSync(process.execPath, [CLI, "doctor"], {
    env: place.env,
    cwd: place.project,
    encoding: "utf8",
  }).stdout;
}
