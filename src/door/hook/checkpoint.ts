import { checkpointAside as aside } from "../../app/checkpoint/checkpoint-aside.js";
import { guardCommand as guard } from "../../app/checkpoint/guard-command.js";
import { useOwnPatterns } from "../../app/config/own-patterns.js";
import { dataHome } from "../../host/env.js";

// The bundle that makes checkpoints: before a command, or in a process of its own.

export const checkpointAside: typeof aside = (env) => {
  useOwnPatterns(dataHome(env));
  return aside(env);
};

export const guardCommand: typeof guard = (recorded, command, hookFile) => {
  useOwnPatterns(recorded.home);
  return guard(recorded, command, hookFile);
};
