import { AGENT_NAMES, type AgentName } from "./agents.js";
import { claudePast } from "./claude/past.js";
import { claudeResume } from "./claude/resume.js";
import { claudeSetup } from "./claude/setup.js";
import { codexPast } from "./codex/past.js";
import { codexResume } from "./codex/resume.js";
import { codexSetup } from "./codex/setup.js";
import { copilotResume } from "./copilot/resume.js";
import { copilotSetup } from "./copilot/setup.js";
import { cursorSetup } from "./cursor/setup.js";
import { droidSetup } from "./droid/setup.js";
import { geminiPast } from "./gemini/past.js";
import { geminiResume } from "./gemini/resume.js";
import { geminiSetup } from "./gemini/setup.js";
import { kimiSetup } from "./kimi/setup.js";
import { opencodePast } from "./opencode/past.js";
import { kiloResume, opencodeResume } from "./opencode/resume.js";
import { kiloSetup, opencodeSetup } from "./opencode/setup.js";
import type { Past } from "./past.js";
import { piResume } from "./pi/resume.js";
import { piSetup } from "./pi/setup.js";
import { qwenResume } from "./qwen/resume.js";
import { qwenSetup } from "./qwen/setup.js";
import type { Resumable } from "./resume.js";
import type { AgentSetup } from "./setup.js";

interface Adapter {
  readonly setup: AgentSetup;
  readonly resume?: Resumable;
  readonly past?: Past;
}

/** The parts of each agent that its hooks must never load. */
const ADAPTERS: { readonly [N in AgentName]: Adapter } = {
  claude: { setup: claudeSetup, resume: claudeResume, past: claudePast },
  codex: { setup: codexSetup, resume: codexResume, past: codexPast },
  gemini: { setup: geminiSetup, resume: geminiResume, past: geminiPast },
  qwen: { setup: qwenSetup, resume: qwenResume },
  opencode: { setup: opencodeSetup, resume: opencodeResume, past: opencodePast },
  pi: { setup: piSetup, resume: piResume },
  kilo: { setup: kiloSetup, resume: kiloResume },
  copilot: { setup: copilotSetup, resume: copilotResume },
  kimi: { setup: kimiSetup },
  droid: { setup: droidSetup },
  cursor: { setup: cursorSetup },
};

const ALL: readonly Adapter[] = AGENT_NAMES.map((name) => ADAPTERS[name]);

export const SETUPS: readonly AgentSetup[] = ALL.map(({ setup }) => setup);
export const RESUMABLE: readonly Resumable[] = ALL.flatMap(({ resume }) => resume ?? []);
export const PASTS: readonly Past[] = ALL.flatMap(({ past }) => past ?? []);
