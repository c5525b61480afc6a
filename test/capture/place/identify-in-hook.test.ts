import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeEach, describe, expect, it } from "vitest";
import { git, projectRoom } from "./project-room.js";

let { top, home, folder } = projectRoom();
beforeEach(() => {
  ({ top, home, folder } = projectRoom());
});

describe("a hook process", () => {
  it("loads no child_process on the fast path, and many at once lose nothing", {
    timeout: 120_000,
  }, async () => {
    const bundle = join(top, "identify.cjs");
    const entry = join(import.meta.dirname, "../../../src/capture/place/identify-project.ts");
    await build({ entryPoints: [entry], outfile: bundle, bundle: true, platform: "node", format: "cjs" });
    const roots = Array.from({ length: 12 }, (_, index) => {
      const root = folder(`app${index}`);
      git(root, "init", "-q");
      return root;
    });
    const run = `const before = new Set(process.moduleLoadList);
      const { project } = require(process.argv[1]).identifyProject(process.argv[2], process.argv[3], process.env);
      const loaded = process.moduleLoadList.filter((name) => name.startsWith("NativeModule ") && !before.has(name));
      process.stdout.write(JSON.stringify({ project, loaded }));`;
    const hook = (root: string) =>
      new Promise<{ project: string; loaded: string[] }>((done) => {
        const child = spawn(process.execPath, ["-e", run, bundle, root, home], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        let text = "";
        child.stdout.on("data", (part) => {
          text += part;
        });
        child.on("close", () => done(JSON.parse(text)));
      });
    const first = await Promise.all([...roots, ...roots].map(hook));
    const ids = first.slice(0, 12).map((one) => one.project);
    expect(first.slice(12).map((one) => one.project)).toEqual(ids);
    expect(new Set(ids).size).toBe(12);
    // On a busy machine one may have waited too long and overwritten what another had added to the list: its place has it.
    const { projects } = JSON.parse(readFileSync(join(home, "project.json"), "utf8"));
    const places = readdirSync(join(home, "place")).map((name) =>
      JSON.parse(readFileSync(join(home, "place", name), "utf8")),
    );
    const known = new Set([...projects, ...places].map(({ id }: { id: string }) => id));
    expect([...known].sort()).toEqual([...ids].sort());
    expect(existsSync(join(home, "project.lock"))).toBe(false);
    expect(readdirSync(home).sort()).toEqual(["place", "project.json"]);
    expect(await hook(roots[0] ?? "")).toEqual({ project: ids[0], loaded: ["NativeModule os"] });
  });
});
