import { dataHome, type Env } from "../host/env.js";
import { readOwnPatterns } from "../redact/own.js";
import { redactor } from "../redact/redact.js";
import type { Redact } from "../redact/redactor.js";
import { configuredIfReadable } from "./config.js";

/** A data folder and the redactor for everything written to it. */
export interface Home {
  readonly home: string;
  readonly redact: Redact;
}

/** The only source of a redactor outside of hooks. It includes the patterns of the folder's `config.json`. */
export function openHome(env: Env): Home {
  const home = dataHome(env);
  return { home, redact: redactor(readOwnPatterns(configuredIfReadable(home, "redact")).patterns) };
}
