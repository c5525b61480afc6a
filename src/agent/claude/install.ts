import { join } from "node:path";
import { getNodeValue } from "jsonc-parser/lib/esm/main.js";
import {
  holdsOnly,
  insertChild,
  malformed,
  type Node,
  parseJson,
  propertyValue,
  removeChild,
  replaceChild,
} from "../json-edit.js";
import { configFolder } from "./folder.js";
import { HOOKS } from "./hooks.js";
import { fieldsOf, listOf, textOf } from "./wire.js";

/** Whose Claude Code: the user's everywhere, or one project's (the local file that is not shared by git). */
export type Scope =
  | { readonly is: "user"; readonly home: string }
  | { readonly is: "project"; readonly root: string };

export interface InstalledHook {
  readonly event: string;
  readonly command: string;
}

const NAME = "The settings file";

// Hooks without an entry are not asked for a matcher by Claude Code.
const MATCHER: { readonly [event: string]: string } = {
  SessionStart: "startup|resume|clear|compact|fork",
  PreToolUse: "*",
  PostToolUse: "*",
  PostToolUseFailure: "*",
};

export function settingsPath(env: { readonly [name: string]: string | undefined }, scope: Scope): string {
  if (scope.is === "project") return join(scope.root, ".claude", "settings.local.json");
  return join(configFolder(env, scope.home), "settings.json");
}

/** The settings with our hook on every event of `HOOKS`, once. What is not ours keeps its bytes. */
export function addHooks(text: string | undefined, command: string): string {
  const { bom, body } = splitBom(text ?? "");
  if (body.trim() === "") return `${bom}${JSON.stringify({ hooks: allGroups(command) }, null, 2)}\n`;
  const events = Object.keys(HOOKS);
  let next = takeOut(body, (event) => !events.includes(event));
  for (const event of events) next = setEvent(next, event, command);
  return bom + next;
}

/** The settings without any hook of ours, whatever version or path it ran. */
export function removeHooks(text: string): string {
  const { bom, body } = splitBom(text);
  return body.trim() === "" ? text : bom + takeOut(body, () => true);
}

/** Our hooks as they stand in the settings. */
export function installedHooks(text: string): InstalledHook[] {
  const { body } = splitBom(text);
  if (body.trim() === "") return [];
  return ourHandlers(parseSettings(body)).map(({ event, handler }) => ({
    event,
    command: commandOf(handler),
  }));
}

/** Claude Code has one switch that silences every hook. */
export function hooksDisabled(text: string): boolean {
  const { body } = splitBom(text);
  return body.trim() !== "" && propertyValue(parseSettings(body), "disableAllHooks")?.value === true;
}

function allGroups(command: string): { [event: string]: unknown } {
  return Object.fromEntries(Object.keys(HOOKS).map((event) => [event, [groupOf(event, command)]]));
}

function groupOf(event: string, command: string): unknown {
  const timeout = Object.entries(HOOKS).find(([name]) => name === event)?.[1];
  const matcher = MATCHER[event];
  return {
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ type: "command", command, timeout }],
  };
}

function setEvent(text: string, event: string, command: string): string {
  const root = parseSettings(text);
  const hooks = propertyValue(root, "hooks");
  if (!hooks) return insertChild(text, root, allGroups(command), "hooks");
  const groups = propertyValue(hooks, event);
  const group = groupOf(event, command);
  if (!groups) return insertChild(text, hooks, [group], event);
  if (groups.type !== "array") throw malformed(text, groups.offset, `${NAME}: "${event}" is not a list`);
  const ours = (groups.children ?? []).filter((item) => handlersOf(item).some(isOurs));
  const [only] = ours;
  if (only === undefined) return insertChild(text, groups, group);
  if (ours.length === 1 && handlersOf(only).length === 1) {
    const same = JSON.stringify(getNodeValue(only)) === JSON.stringify(group);
    return same ? text : replaceChild(text, only, group);
  }
  // Ours stands twice, or among somebody else's: taken out, then put in on its own.
  const without = takeOut(text, (name) => name === event);
  return setEvent(without, event, command);
}

function takeOut(text: string, from: (event: string) => boolean): string {
  const root = parseSettings(text);
  const found = ourHandlers(root).find(({ event }) => from(event));
  if (!found) return text;
  const next = removeChild(text, outermost(text, found.handler));
  return takeOut(next.replace(/^(\s*)\{\s*\}(\s*)$/, "$1{}$2"), from);
}

/** What to take out with a handler: also its group, event and `hooks`, where they hold nothing else. */
function outermost(text: string, handler: Node): Node {
  let node = handler;
  for (;;) {
    const container = node.parent;
    if (!container?.parent) return node; // The root stays.
    if (container.type !== "property") {
      // A group whose last handler goes is nothing without it, matcher and all.
      const isGroup = container.type === "object" && container.parent.type === "array" && node !== handler;
      if (!isGroup && !holdsOnly(text, container, node)) return node;
    }
    node = container;
  }
}

function parseSettings(text: string): Node {
  const root = parseJson(text, NAME);
  if (root.type !== "object") throw malformed(text, root.offset, `${NAME} is not a JSON object`);
  const hooks = propertyValue(root, "hooks");
  if (hooks && hooks.type !== "object")
    throw malformed(text, hooks.offset, `${NAME}: "hooks" is not an object`);
  return root;
}

function ourHandlers(root: Node): { event: string; handler: Node }[] {
  const blocks = (root.children ?? []).filter((property) => property.children?.[0]?.value === "hooks");
  const events = blocks.flatMap((block) => block.children?.[1]?.children ?? []);
  return events.flatMap((property) => {
    const [key, groups] = property.children ?? [];
    const handlers = (groups?.children ?? []).flatMap(handlersOf).filter(isOurs);
    return handlers.map((handler) => ({ event: String(key?.value), handler }));
  });
}

function handlersOf(group: Node): readonly Node[] {
  const handlers = propertyValue(group, "hooks");
  return handlers?.type === "array" ? (handlers.children ?? []) : [];
}

/**
 * Ours is what runs a `hook.cjs` with the argument `claude` and has "tidemark" in it: in the path of the data
 * folder, or in the TIDEMARK_HOME that `hookCommand` writes when that folder has another name.
 */
function isOurs(handler: Node): boolean {
  const command = commandOf(handler);
  return /tidemark/i.test(command) && /[\\/]hook\.cjs["']*\s+["']?claude["']?\s*$/.test(command);
}

function commandOf(handler: Node): string {
  const fields = fieldsOf(getNodeValue(handler));
  return [textOf(fields["command"]) ?? "", ...listOf(fields["args"]).map(String)].join(" ").trim();
}

function splitBom(text: string): { bom: string; body: string } {
  return text.startsWith("\uFEFF") ? { bom: "\uFEFF", body: text.slice(1) } : { bom: "", body: text };
}
