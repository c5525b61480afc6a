import { getNodeValue } from "jsonc-parser/lib/esm/main.js";
import { type Env, userHome } from "../../host/env.js";
import { readUserFile } from "../../host/file/user-file.js";
import { type Fields, fieldsOf, listOf, lookUp, textOf } from "../payload/fields.js";
import type { Advice, AgentSetup, InstalledHook, SampleScene, Scope, SetupFile } from "../setup.js";
import {
  holdsOnly,
  insertChild,
  malformed,
  type Node,
  parseSettings,
  propertyValue,
  removeChild,
  replaceChild,
  splitBom,
  tidyEmpty,
} from "./json-edit.js";

/**
 * The hooks of one agent in settings of the shape that Claude Code introduced and others adopted:
 * `{ "hooks": { EVENT: [{ "matcher"?, "hooks": [{ "type": "command", "command", … }] }] } }`. Some agents omit
 * the group and list the commands directly under an event.
 */
export interface HookTable {
  /** The name of the agent, with which our command ends. */
  readonly agent: string;
  readonly events: readonly string[];
  /** The entry under an event. */
  groupOf(event: string, command: string): unknown;
  /** The first fields of a new settings file. */
  readonly head?: Fields;
}

/** Adds our hook to every event of the table, once. Everything else keeps its bytes. */
export function addHooks(text: string | undefined, table: HookTable, command: string): string {
  const { bom, body } = splitBom(text ?? "");
  if (body.trim() === "") {
    const settings = { ...table.head, hooks: allGroups(table, command) };
    return `${bom}${JSON.stringify(settings, null, 2)}\n`;
  }
  const { agent, events } = table;
  let next = takeOut(body, agent, (event) => !events.includes(event));
  for (const event of events) next = setEvent(next, table, event, command);
  return bom + next;
}

/** Removes every hook of ours, whichever version or path it runs. */
export function removeHooks(text: string, agent: string): string {
  const { bom, body } = splitBom(text);
  return body.trim() === "" ? text : bom + takeOut(body, agent, () => true);
}

/** Our hooks in the settings. */
export function installedHooks(text: string, agent: string): InstalledHook[] {
  const { body } = splitBom(text);
  if (body.trim() === "") return [];
  return ourHandlers(parseSettings(body, "hooks"), agent).map(({ event, handler }) => ({
    event,
    command: commandOf(handler),
  }));
}

/** A file of such settings, as it is set up. */
export function hookSettings(path: string, table: HookTable): SetupFile {
  const installed = (text: string) => installedHooks(text, table.agent);
  return {
    path,
    part: "hooks",
    add: (text, { hook }) => addHooks(text, table, hook),
    remove: (text) => removeHooks(text, table.agent),
    holds: (text) => installed(text).length > 0,
    hooks: installed,
  };
}

/** The timeout of a hook in seconds. */
export const HOOK_SECONDS = 5;

/** The same timeout for every event, in milliseconds. */
export function limitsOf(events: readonly string[]): AgentSetup["limits"] {
  return Object.fromEntries(events.map((event) => [event, HOOK_SECONDS * 1_000]));
}

/** The fields of a sample payload that depend on its event. */
export type Samples = { readonly [event: string]: object };

export function sampler(
  fields: Samples,
  common: (event: string, scene: SampleScene) => object,
): AgentSetup["sample"] {
  return (event, scene) => {
    const own = lookUp(fields, event);
    return own && { ...common(event, scene), ...own };
  };
}

/** Whether a file contains our hooks and they run. The doctor reports unreadable settings. */
export function isSetUp(
  path: string,
  table: HookTable,
  isDisabled: (text: string) => boolean = () => false,
): boolean {
  try {
    const text = readUserFile(path)?.toString("utf8") ?? "";
    return installedHooks(text, table.agent).length > 0 && !isDisabled(text);
  } catch {
    return false;
  }
}

/** The value of a top-level setting. */
export function settingIn(text: string, name: string): unknown {
  const { body } = splitBom(text);
  const found = body.trim() === "" ? undefined : propertyValue(parseSettings(body, "hooks"), name);
  return found === undefined ? undefined : getNodeValue(found);
}

/**
 * Ours is what runs a `hook.cjs` with the agent's name and has "tidemark" in it: in the path of the data folder, or in
 * the TIDEMARK_HOME that `hookCommand` writes when that folder has another name.
 */
export function isOurCommand(command: string, agent: string): boolean {
  const [, name] = /[\\/]hook\.cjs["']*\s+["']?([\w-]+)["']?\s*$/.exec(command) ?? [];
  return /tidemark/i.test(command) && name === agent;
}

function allGroups({ events, groupOf }: HookTable, command: string): { [event: string]: unknown } {
  return Object.fromEntries(events.map((event) => [event, [groupOf(event, command)]]));
}

function setEvent(text: string, table: HookTable, event: string, command: string): string {
  const { agent, groupOf } = table;
  const root = parseSettings(text, "hooks");
  const hooks = propertyValue(root, "hooks");
  if (!hooks) return insertChild(text, root, allGroups(table, command), "hooks");
  const groups = propertyValue(hooks, event);
  const group = groupOf(event, command);
  if (!groups) return insertChild(text, hooks, [group], event);
  if (groups.type !== "array")
    throw malformed(text, groups.offset, `The settings file: "${event}" is not a list`);
  const ours = (groups.children ?? []).filter((item) =>
    handlersOf(item).some((handler) => isOurs(handler, agent)),
  );
  const [only] = ours;
  if (only === undefined) return insertChild(text, groups, group);
  if (ours.length === 1 && handlersOf(only).length === 1) {
    const same = JSON.stringify(getNodeValue(only)) === JSON.stringify(group);
    return same ? text : replaceChild(text, only, group);
  }
  // Our hook is there twice or in a foreign group: remove it, then add it in its own group.
  const without = takeOut(text, agent, (name) => name === event);
  return setEvent(without, table, event, command);
}

function takeOut(text: string, agent: string, from: (event: string) => boolean): string {
  const root = parseSettings(text, "hooks");
  const found = ourHandlers(root, agent).find(({ event }) => from(event));
  if (!found) return text;
  const next = removeChild(text, outermost(text, found.handler));
  return takeOut(tidyEmpty(next), agent, from);
}

/** The path to remove with a handler: also its group, event and `hooks` if they contain nothing else. */
function outermost(text: string, handler: Node): Node {
  let node = handler;
  for (;;) {
    const container = node.parent;
    if (!container?.parent) return node; // The root stays.
    if (container.type !== "property") {
      // A group without handlers is useless, even if it has a matcher.
      const isGroup = container.type === "object" && container.parent.type === "array" && node !== handler;
      if (!isGroup && !holdsOnly(text, container, node)) return node;
    }
    node = container;
  }
}

function ourHandlers(root: Node, agent: string): { event: string; handler: Node }[] {
  const blocks = (root.children ?? []).filter((property) => property.children?.[0]?.value === "hooks");
  const events = blocks.flatMap((block) => block.children?.[1]?.children ?? []);
  return events.flatMap((property) => {
    const [key, groups] = property.children ?? [];
    const handlers = (groups?.children ?? []).flatMap(handlersOf).filter((handler) => isOurs(handler, agent));
    return handlers.map((handler) => ({ event: String(key?.value), handler }));
  });
}

function handlersOf(group: Node): readonly Node[] {
  const handlers = propertyValue(group, "hooks");
  if (handlers === undefined) return [group];
  return handlers.type === "array" ? (handlers.children ?? []) : [];
}

function isOurs(handler: Node, agent: string): boolean {
  return isOurCommand(commandOf(handler), agent);
}

function commandOf(handler: Node): string {
  const fields = fieldsOf(getNodeValue(handler));
  const command = [fields["command"], fields["bash"], fields["powershell"]].find((text) => textOf(text));
  return [command ?? "", ...listOf(fields["args"])].map(String).join(" ").trim();
}

/** The scopes in which an agent that works in a project may be set up. */
export function scopesOf(root: string, env: Env): readonly Scope[] {
  return [
    { is: "user", home: userHome(env) },
    { is: "project", root },
  ];
}

const SWITCH = "disableAllHooks";

/** Whether all hooks are switched off by the setting that Claude Code introduced and others adopted. */
export function hooksDisabled(text: string): boolean {
  return settingIn(text, SWITCH) === true;
}

export function adviceOnSilence(path: string, text: string): Advice[] {
  if (!hooksDisabled(text)) return [];
  return [{ ok: false, detail: `${path} switches all hooks off`, hint: `Take "${SWITCH}" out of it.` }];
}

/** For agents whose project settings are always shared. */
export function adviceOnSharing(path: string, ofUser: string, title: string): Advice[] {
  if (path === ofUser) return [];
  return [
    {
      ok: "warn",
      detail: `${path} is read by everybody who has the project`,
      hint: `Keep it out of git: its hooks name folders of this machine, and ${title} has no local settings.`,
    },
  ];
}
