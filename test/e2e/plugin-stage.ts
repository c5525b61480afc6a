import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Connection } from "../../src/agent/plugin/entry-file.js";
import { Stage } from "./stage.js";

const root = resolve(import.meta.dirname, "../..");

interface StoredEvent {
  readonly type: string;
  readonly session: string;
  readonly data: { readonly [name: string]: unknown };
}

/** A built plugin, loaded here as its agent loads it, with the built hook behind it. */
export class PluginStage extends Stage {
  readonly connection: Connection;

  constructor(readonly agent: "opencode" | "pi") {
    super();
    const variables = ["HOME", "TIDEMARK_HOME", "TIDEMARK_CHECKPOINTS"].map(
      (name) => `${name}='${this.env[name]}'`,
    );
    const hook = `${variables.join(" ")} '${process.execPath}' '${join(root, "dist", "hook.cjs")}' ${agent}`;
    this.connection = { agent, hook, node: process.execPath, folder: join(this.home, "program") };
  }

  async load<T>(isPlugin: (module: unknown) => module is T): Promise<T> {
    const module: unknown = await import(pathToFileURL(join(root, "dist", `${this.agent}.mjs`)).href);
    if (!isPlugin(module)) throw new Error("the plugin has no connect");
    return module;
  }

  /** What the real agent told its plugin, with the project of this stage in it. */
  recorded(): ReturnType<typeof JSON.parse>[] {
    const text = readFileSync(join(root, "test", "fixture", this.agent, "session.jsonl"), "utf8");
    const rows = text.replaceAll("/home/ada/harbour", this.project).trim().split("\n");
    return rows.map((row) => JSON.parse(row));
  }

  /** What is only told to the hook is recorded a little later. */
  async arrived(type: string): Promise<void> {
    while (!this.events().some((event) => event.type === type)) await wait(50);
  }

  events(): StoredEvent[] {
    const lines = this.cli(["history", "--all", "--json"]).stdout.split("\n");
    const events = lines.filter((line) => line !== "").map((line): StoredEvent => JSON.parse(line));
    return events.filter(({ type }) => !/^(?:project|thread)\./.test(type));
  }
}
