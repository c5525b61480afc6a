import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { CAP } from "../capture/bound.js";
import { type Env, hostEnv, requireWholeHome } from "../host/env.js";
import { requireCount, requireFlag, requireOptions, requireText, wrong } from "./check.js";
import { declareIn } from "./message/declare-in.js";
import { openGround } from "./message/ground.js";
import { recallFor } from "./message/recall-for.js";
import { readCounter, requireModel } from "./read-wish.js";
import type { Closing } from "./session-inside.js";
import { openSessions } from "./sessions.js";
import type { Tidemark, TidemarkOptions } from "./tidemark.js";

const OPTIONS = ["project", "home", "agent", "model", "tokens", "durable"] as const;
const AGENT = "library";
const AGENT_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@/-]{0,59}$/u;

/** Opens the memory of a project for a program of one's own. */
export function openTidemark(wanted?: TidemarkOptions): Tidemark {
  const options: TidemarkOptions = requireOptions(wanted, "The options of openTidemark", OPTIONS);
  const { project = process.cwd(), agent = AGENT, model, tokens } = options;
  const durable = requireFlag(options.durable ?? false, "durable");
  readCounter(tokens);
  if (model !== undefined) requireModel(model);
  const env = envOf(options.home);
  const ground = openGround(env, readFolder(project), readAgent(agent), { durable });
  const declare = declareIn(ground, "");
  const closing: Closing = new Set();
  const close = () => {
    for (const act of closing) act();
    ground.close();
  };
  return {
    project: ground.project,
    sessions: openSessions(ground, options, closing),
    async recall(question, asked) {
      const { limit } = requireOptions(asked, "The options of recall", ["limit"]);
      const query = requireText(question, "A question");
      return recallFor(ground, query, {
        limit: limit === undefined ? undefined : requireCount(limit, "limit"),
      });
    },
    pin: (text) => declare.pin(requireText(text, "What is pinned", CAP.pin)),
    close,
    [Symbol.dispose]: close,
  };
}

function envOf(home: string | undefined): Env {
  if (home === undefined) {
    requireWholeHome(hostEnv());
    return hostEnv();
  }
  const folder = requireText(home, "The data folder");
  if (isAbsolute(folder) && !folder.includes("\0")) return { ...hostEnv(), TIDEMARK_HOME: resolve(folder) };
  throw wrong(
    `home is "${folder.slice(0, 80)}", which is no whole path.`,
    "Name the data folder from the root on: every folder that the program is started in would have one of its own otherwise.",
  );
}

function readFolder(project: string): string {
  const folder = resolve(requireText(project, "The folder of the project"));
  if (!folder.includes("\0") && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw wrong(`There is no folder ${folder}.`, "Give the folder that the work is in as project.");
}

function readAgent(agent: string): string {
  const name = requireText(agent, "The name of an agent").trim();
  if (AGENT_NAME.test(name)) return name;
  throw wrong(
    `"${name.slice(0, 80)}" is no name for an agent.`,
    "Use letters, digits, blanks and . _ @ / -, 60 characters at most.",
  );
}
