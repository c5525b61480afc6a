import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { COMMANDS, type CommandFormat, commandFiles } from "../../src/agent/command.js";
import {
  ASKING,
  ASKING_FLAT,
  ASKING_PLAINLY,
  RUNNING,
  RUNNING_TOML,
  skillFile,
} from "../../src/agent/settings/command-format.js";
import type { Wiring } from "../../src/agent/setup.js";

const wiringIn = (folder: string): Wiring => ({ hook: "", node: "/usr/bin/node", folder });
const PLAIN = wiringIn("/home/ada/.local/share/tidemark/program");
const ODD = wiringIn(`/mnt/it's "odd" \\ """ ''' /tidemark/program`);

const texts = (format: CommandFormat, wiring: Wiring) =>
  commandFiles("/commands", format).map((file) => ({ path: file.path, text: file.add(undefined, wiring) }));

test("there are commands for all that people know from other session tools", () => {
  expect(COMMANDS.map(({ name }) => name)).toEqual([
    ...["resume", "sessions", "session", "checkpoint", "session-state", "session-history", "session-export"],
    ...["recall", "pin", "remember"],
  ]);
});

describe("where an agent pastes what was typed as it is", () => {
  test.each([ASKING, ASKING_FLAT, ASKING_PLAINLY])("it stands in no shell command", (format) => {
    for (const { text } of texts(format, PLAIN)) {
      expect(text).not.toContain("!`");
      expect(text).not.toContain("!{");
      expect(text.split("$ARGUMENTS")).toHaveLength(2);
      expect(text).toContain("\n<words>\n$ARGUMENTS\n</words>\n");
      expect(text).toMatch(/^---\ndescription: "[^"\n]+"\n(?:argument-hint: "[^"\n]+"\n)?---\n/);
    }
  });

  test("the command is one that a shell takes as it stands", () => {
    const [first] = texts(ASKING, PLAIN);
    expect(first?.text).toContain(
      "\n    '/usr/bin/node' '/home/ada/.local/share/tidemark/program/cli.mjs' resume --print\n",
    );
  });
});

describe("where an agent quotes what was typed", () => {
  test("it stands once, at the end of the shell command, and nowhere else", () => {
    for (const { text } of [...texts(RUNNING, PLAIN), ...texts(RUNNING_TOML, PLAIN)]) {
      expect(text.split("{{args}}")).toHaveLength(2);
      expect(text).toMatch(/^!\{'[^'\n]+' '[^'\n]+cli\.mjs' [\w -]+ --words \{\{args\}\}\}$/m);
    }
  });

  test.each([PLAIN, ODD])("TOML is read as it was meant ($folder)", (wiring) => {
    const plain = texts(RUNNING, wiring).map(({ text }) => text.split("\n---\n\n")[1]);
    const inToml = texts(RUNNING_TOML, wiring).map(({ text }) => parse(text));
    expect(inToml.map(({ prompt }) => prompt)).toEqual(plain);
    expect(inToml.map(({ description }) => description)).toEqual(
      COMMANDS.map(({ description }) => description),
    );
  });
});

test("a skill names every command", () => {
  const text = skillFile("/skills").add(undefined, PLAIN);
  expect(text).toMatch(/^---\nname: tidemark\ndescription: "[^"\n]+"\n---\n/);
  for (const { name, run } of COMMANDS) {
    expect(text).toContain(`\n- ${name} `);
    expect(text).toContain(`cli.mjs' ${run.join(" ")}\n`);
  }
});

test("a command of the person's own is left alone", () => {
  const [file] = commandFiles("/commands", ASKING);
  expect(() => file?.add("my own words", PLAIN)).toThrow(/of your own/);
  expect(file?.remove("my own words")).toBe("my own words");
  expect(file?.holds("my own words")).toBe(false);
});
