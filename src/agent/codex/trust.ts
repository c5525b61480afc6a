import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { getNodeValue } from "jsonc-parser/lib/esm/main.js";
import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf } from "../payload/fields.js";
import { parseJson } from "../settings/json-edit.js";
import { tomlAt } from "../settings/toml-edit.js";
import { HOOKS } from "./hooks.js";

/** Codex runs only hooks that the user has reviewed and trusted. */
export type Trust = "trusted" | "untrusted" | "changed" | "off";

export interface HookTrust {
  readonly event: string;
  readonly trust: Trust;
}

/**
 * The trust in the hooks of a file, from Codex's `config.toml`. Codex stores a hash of each hook and asks for a new
 * review if it changes.
 */
export function readTrust(
  path: string,
  text: string,
  config: Fields,
  isOurs: (command: string) => boolean,
): HookTrust[] {
  const state = fieldsOf(tomlAt(config, ["hooks", "state"]));
  return hooksIn(text).flatMap(({ event, group, at, matcher, handler }) => {
    const command = textOf(handler["command"]) ?? "";
    if (!isOurs(command)) return [];
    const name = snake(event);
    const noted = namesOf(path)
      .map((file) => state[`${file}:${name}:${group}:${at}`])
      .find(isFields);
    return [{ event, trust: judge(noted, hashOf(name, matcher, handler)) }];
  });
}

/** Codex's hash of a hook: of its canonical JSON, with defaults filled in. */
export function hashOf(event: string, matcher: string | undefined, handler: Fields): string {
  const limit = Object.hasOwn(SHORT, event) ? (SHORT[event] ?? NO_LIMIT) : NO_LIMIT;
  const status = textOf(handler["statusMessage"]);
  const identity = {
    event_name: event,
    hooks: [
      {
        async: handler["async"] === true,
        command: handler["command"],
        statusMessage: status,
        timeout: Math.min(numberOf(handler["timeout"]) ?? DEFAULT, limit),
        type: "command",
      },
    ],
    matcher,
  };
  return `sha256:${createHash("sha256").update(JSON.stringify(identity)).digest("hex")}`;
}

const DEFAULT = 600;
const NO_LIMIT = Number.POSITIVE_INFINITY;
/** Codex limits these timeouts and hashes the limited value. */
const SHORT: { readonly [event: string]: number } = {
  session_end: HOOKS.SessionEnd,
  interrupt: HOOKS.Interrupt,
};

function judge(noted: Fields | undefined, hash: string): Trust {
  if (noted?.["enabled"] === false) return "off";
  const trusted = textOf(noted?.["trusted_hash"]);
  if (trusted === undefined) return "untrusted";
  return trusted === hash ? "trusted" : "changed";
}

interface Placed {
  readonly event: string;
  readonly group: number;
  readonly at: number;
  readonly matcher?: string;
  readonly handler: Fields;
}

function hooksIn(text: string): Placed[] {
  const root = fieldsOf(getNodeValue(parseJson(text.replace(/^\uFEFF/, ""), "The settings file")));
  return Object.entries(fieldsOf(root["hooks"])).flatMap(([event, groups]) =>
    listOf(groups).flatMap((entry, group) => {
      const { matcher, hooks } = fieldsOf(entry);
      const shared = textOf(matcher) === undefined ? {} : { matcher: String(matcher) };
      return listOf(hooks).map((handler, at) => ({
        event,
        group,
        at,
        handler: fieldsOf(handler),
        ...shared,
      }));
    }),
  );
}

function snake(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** Codex may know the file by its real path. */
function namesOf(path: string): string[] {
  try {
    return [path, realpathSync(path)];
  } catch {
    return [path]; // The file does not exist.
  }
}
