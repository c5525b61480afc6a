import { dataHome, type Env } from "../host/env.js";
import { readOwnPatterns } from "../redact/own.js";
import { redactor } from "../redact/redact.js";
import type { Redact } from "../redact/redactor.js";
import { configuredIfReadable } from "./config.js";

/** A data folder, with what takes secrets out of every text that is written to it. */
export interface Home {
  readonly home: string;
  readonly redact: Redact;
}

/** The only way to a redactor outside of a hook: it knows the patterns of this folder's `config.json`. */
export function openHome(env: Env): Home {
  const home = dataHome(env);
  return { home, redact: redactor(readOwnPatterns(configuredIfReadable(home, "redact")).patterns) };
}
