import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claudeSetup, HOOK_TABLE, settingsPath } from "../../../src/agent/claude/setup.js";
import {
  addHooks as add,
  hooksDisabled,
  installedHooks as installed,
  removeHooks as remove,
} from "../../../src/agent/settings/hook-settings.js";
import { TidemarkError } from "../../../src/error.js";

const COMMAND =
  "NODE_EXTRA_CA_CERTS= NODE_OPTIONS= '/usr/bin/node' '/home/a/.local/share/tidemark/program/hook.cjs' claude";
const OLDER = 'node "/opt/old/tidemark/hook.cjs" claude';
const EVENTS = Object.keys(claudeSetup.limits);

const addHooks = (text: string | undefined, command: string) => add(text, HOOK_TABLE, command);
const removeHooks = (text: string) => remove(text, HOOK_TABLE.agent);
const installedHooks = (text: string) => installed(text, HOOK_TABLE.agent);

const other = (command: string, matcher?: string) => ({
  ...(matcher ? { matcher } : {}),
  hooks: [{ type: "command", command }],
});

/** Files whose bytes come back when the hooks are taken out again. */
const REVERSIBLE: { [name: string]: string } = {
  "an empty object": "{}",
  "an empty object and a newline": "{}\n",
  "one line": '{"model":"opus"}',
  "one line with spaces": '{ "model": "opus" }\n',
  "two spaces": '{\n  "model": "opus",\n  "env": {\n    "A": "1"\n  }\n}\n',
  tabs: '{\n\t"model": "opus",\n\t"permissions": {\n\t\t"allow": []\n\t}\n}\n',
  "four spaces, no newline at the end": '{\n    "model": "opus"\n}',
  "a byte order mark": '\uFEFF{\n  "model": "opus"\n}\n',
  CRLF: '{\r\n  "model": "opus",\r\n  "env": {}\r\n}\r\n',
  comments: '// mine\n{\n  // the model\n  "model": "opus" // best\n  /* the end */\n}\n// after\n',
  "only a comment": "{\n  // nothing yet\n}\n",
  "a trailing comma": '{\n  "model": "opus",\n}\n',
  "a trailing comma and a comment": '{\n  "model": "opus", // best\n}\n',
  "hooks in the middle": `{\n  "hooks": {\n    "Stop": [\n      ${JSON.stringify(other("say done"))}\n    ]\n  },\n  "model": "opus"\n}\n`,
  "other hooks": `${JSON.stringify({ hooks: { Stop: [other("say done")], Notification: [other("beep")], PreToolUse: [other("guard", "Bash")] } }, null, 2)}\n`,
  "other hooks, minified": JSON.stringify({ hooks: { Stop: [other("say done")] }, model: "opus" }),
  "hooks with only a comment": '{\n  "hooks": {\n    // mine come here\n  }\n}\n',
  "a list with a comment": '{\n  "hooks": {\n    "Stop": [ // first\n      // second\n    ]\n  }\n}\n',
  "hooks of an unknown form": '{"hooks":{"Later":{"a":1},"Stop":[null,3,{"hooks":"no"}]}}',
};

describe("adding", () => {
  for (const [name, before] of Object.entries(REVERSIBLE)) {
    test(`${name}: every hook is there once, a second time changes nothing, taking out gives the bytes back`, () => {
      const after = addHooks(before, COMMAND);
      expect(installedHooks(after)).toEqual(
        EVENTS.map((event) => ({ event, command: COMMAND })).sort(byEventIn(after)),
      );
      expect(addHooks(after, COMMAND)).toBe(after);
      expect(removeHooks(after)).toBe(before);
    });
  }

  test.each([undefined, "", " \n", "\uFEFF"])(
    "a missing or blank file (%j) becomes a whole one",
    (before) => {
      const after = addHooks(before, COMMAND);
      expect(installedHooks(after).map(({ event }) => event)).toEqual(EVENTS);
      expect(after.endsWith("}\n")).toBe(true);
      expect(after.startsWith("\uFEFF")).toBe(before === "\uFEFF");
      expect(removeHooks(after)).toBe(before === "\uFEFF" ? "\uFEFF{}\n" : "{}\n");
    },
  );

  test("the written form", () => {
    const { hooks } = JSON.parse(addHooks(undefined, COMMAND));
    const handler = { type: "command", command: COMMAND, timeout: 5 };
    expect(hooks.SessionStart).toEqual([{ matcher: "startup|resume|clear|compact|fork", hooks: [handler] }]);
    for (const event of ["PreToolUse", "PostToolUse", "PostToolUseFailure"]) {
      expect(hooks[event]).toEqual([{ matcher: "*", hooks: [handler] }]);
    }
    expect(hooks.Stop).toEqual([{ hooks: [handler] }]);
  });

  test("indentation and line ends are the file's own", () => {
    const after = addHooks('{\r\n\t"model": "opus"\r\n}\r\n', COMMAND);
    expect(after).toContain('\r\n\t"hooks": {\r\n\t\t"SessionStart": [\r\n\t\t\t{\r\n');
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("a comment stays beside what it is about", () => {
    expect(addHooks('{\n  "model": "opus" // best\n}\n', COMMAND)).toContain(
      '"model": "opus", // best\n  "hooks": {',
    );
  });
});

describe("an older hook of ours", () => {
  test("at another path is replaced where it stands", () => {
    const before = addHooks('{\n  "model": "opus"\n}\n', OLDER).replace(
      ',\n  "hooks"',
      ',\n  "a": 1,\n  "hooks"',
    );
    const after = addHooks(before, COMMAND);
    expect(after).toBe(before.replaceAll(JSON.stringify(OLDER), JSON.stringify(COMMAND)));
  });

  test.each([
    [
      "arguments apart",
      { type: "command", command: "node", args: ["/x/tidemark/program/hook.cjs", "claude"] },
    ],
    [
      "windows",
      { type: "command", command: '"C:\\node.exe" "C:\\Users\\a b\\tidemark\\program\\hook.cjs" claude' },
    ],
    [
      "a data folder of another name",
      { type: "command", command: "TIDEMARK_HOME='/m' node '/m/program/hook.cjs' claude" },
    ],
  ])("is recognised: %s", (_, handler) => {
    const before = JSON.stringify({
      hooks: { Stop: [{ hooks: [handler, { type: "command", command: "x" }] }] },
    });
    expect(JSON.parse(removeHooks(before))).toEqual({ hooks: { Stop: [other("x")] } });
    expect(installedHooks(addHooks(before, COMMAND)).map(({ command }) => command)).toEqual(
      EVENTS.map(() => COMMAND),
    );
  });

  test("on an event we no longer use, or twice on one, is taken out", () => {
    const ours = other(OLDER);
    const before = JSON.stringify({ hooks: { MessageDisplay: [ours], Stop: [ours, other("x"), ours] } });
    const after = JSON.parse(addHooks(before, COMMAND));
    expect(after.hooks.MessageDisplay).toBeUndefined();
    expect(after.hooks.Stop).toHaveLength(2);
    expect(after.hooks.Stop[0]).toEqual(other("x"));
  });

  test.each([
    "node /x/tidemark/hook.cjs codex",
    "node /x/other/hook.cjs claude",
    "tidemark status",
    "cat /x/tidemark/hook.cjs",
  ])("is not: %s", (command) => {
    const text = JSON.stringify({ hooks: { Stop: [other(command)] } });
    expect(removeHooks(text)).toBe(text);
  });

  test("of a key that stands twice, as JSON.parse reads it", () => {
    const text = `{"hooks":{"Stop":[${JSON.stringify(other(OLDER))}]},"hooks":{}}`;
    const after = addHooks(text, COMMAND);
    expect(Object.keys(JSON.parse(after).hooks).sort()).toEqual([...EVENTS].sort());
    expect(removeHooks(after)).not.toContain("hook.cjs");
  });
});

describe("what is not settings", () => {
  test.each([
    ["{", "line 1, column 2"],
    ['{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"],
    ["[]", "line 1, column 1"],
    ["null", "line 1, column 1"],
    ['{\n  "hooks": []\n}', "line 2, column 12"],
    ['{"hooks":null}', "line 1, column 10"],
    ['{"hooks":{"Stop":{}}}', "line 1, column 18"],
    ["{} {}", "line 1, column 4"],
    ["model = opus", "line 1, column 1"],
  ])("%j is refused with its place", (text, place) => {
    const failure = thrown(() => addHooks(text, COMMAND));
    expect(failure).toBeInstanceOf(TidemarkError);
    expect(failure).toMatchObject({ code: "settings-malformed", message: expect.stringContaining(place) });
  });

  test("a file broken meanwhile is not edited on removal either", () => {
    expect(thrown(() => removeHooks("{"))).toMatchObject({ code: "settings-malformed" });
  });
});

test("hooks can be switched off as a whole", () => {
  expect(hooksDisabled('{"disableAllHooks": true}')).toBe(true);
  expect(hooksDisabled('{"disableAllHooks": false}')).toBe(false);
  expect(hooksDisabled("")).toBe(false);
});

test("where the settings are", () => {
  const home = "/home/a";
  expect(settingsPath({}, { is: "user", home })).toBe("/home/a/.claude/settings.json");
  expect(settingsPath({ CLAUDE_CONFIG_DIR: "/c" }, { is: "user", home })).toBe("/c/settings.json");
  expect(settingsPath({}, { is: "project", root: "/p" })).toBe("/p/.claude/settings.local.json");
});

describe("whatever else is in the file", () => {
  const handler = fc.record({ type: fc.constant("command"), command: fc.string(), timeout: fc.nat() });
  const group = fc.record(
    { matcher: fc.string(), hooks: fc.array(handler, { maxLength: 3 }) },
    { requiredKeys: ["hooks"] },
  );
  const event = fc.oneof(
    fc.constantFrom(...EVENTS),
    fc.string({ maxLength: 8 }).filter((name) => name !== "__proto__"),
  );
  const hooks = fc.dictionary(event, fc.array(group, { minLength: 1, maxLength: 3 }), {
    minKeys: 1,
    maxKeys: 5,
  });
  const settings = fc.dictionary(
    fc.string().filter((key) => key !== "hooks" && key !== "__proto__"),
    fc.jsonValue(),
    { maxKeys: 4 },
  );
  const layout = fc.record({
    indent: fc.constantFrom<string | number>(0, 2, 4, "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    end: fc.constantFrom("", "\n", "\r\n"),
    bom: fc.constantFrom("", "\uFEFF"),
    last: fc.boolean(),
  });

  test("other hooks and keys survive, and removal gives the bytes back", () => {
    fc.assert(
      fc.property(
        settings,
        fc.option(hooks, { nil: undefined }),
        layout,
        (rest, mine, { indent, eol, end, bom, last }) => {
          const part = mine ? { hooks: mine } : {};
          const value = last ? { ...rest, ...part } : { ...part, ...rest };
          const text = bom + JSON.stringify(value, null, indent).replaceAll("\n", eol) + end;
          const after = addHooks(text, COMMAND);
          const parsed = JSON.parse(after.replace("\uFEFF", ""));
          for (const [name, groups] of Object.entries(mine ?? {})) {
            expect(parsed.hooks[name].slice(0, groups.length)).toEqual(JSON.parse(JSON.stringify(groups)));
          }
          for (const key of Object.keys(rest))
            expect(parsed[key]).toEqual(JSON.parse(JSON.stringify(rest[key])));
          expect(addHooks(after, COMMAND)).toBe(after);
          expect(removeHooks(after)).toBe(text);
        },
      ),
    );
  });
});

function byEventIn(text: string) {
  const order = [...text.matchAll(/"(\w+)":\s*\[/g)].map((match) => match[1]);
  return (a: { event: string }, b: { event: string }) => order.indexOf(a.event) - order.indexOf(b.event);
}

function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
