import type { Advice } from "../setup.js";
import { isSwitchedOn } from "./hook-settings.js";

const SWITCH = "disableAllHooks";

/** Whether the one switch is on that silences every hook: Claude Code brought it up, others took it over. */
export function hooksDisabled(text: string): boolean {
  return isSwitchedOn(text, SWITCH);
}

export function adviceOnSilence(path: string, text: string): Advice[] {
  if (!hooksDisabled(text)) return [];
  return [{ ok: false, detail: `${path} switches all hooks off`, hint: `Take "${SWITCH}" out of it.` }];
}

/** For an agent that has no settings of a project that are one person's alone. */
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
