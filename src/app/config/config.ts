import { join } from "node:path";
import { TidemarkError } from "../../error.js";
import { isPrivateFile } from "../../host/folder.js";
import { readPrivate } from "../../host/private-file.js";

/** What a person chose for this data folder; nothing in it is believed. */
export interface Config {
  readonly embedder?: unknown;
  readonly quota?: unknown;
  readonly checkpoints?: unknown;
  readonly redact?: unknown;
  readonly model?: unknown;
  readonly price?: unknown;
}

export function readConfig(home: string): Config {
  const path = configPath(home);
  // A link or another's file is told and not passed over: a person meant something by it.
  if (!isPrivateFile(path)) return {};
  let config: unknown;
  try {
    config = JSON.parse(readPrivate(path) ?? "");
  } catch (cause) {
    throw malformedConfig(home, cause);
  }
  if (typeof config !== "object" || config === null || Array.isArray(config)) throw malformedConfig(home);
  return config;
}

export function configPath(home: string): string {
  return join(home, "config.json");
}

export function malformedConfig(home: string, cause?: unknown): TidemarkError {
  return new TidemarkError("settings-malformed", `${configPath(home)} is not what it should be.`, {
    hint: 'Write it like {"embedder": "ollama:nomic-embed-text", "quota": "2 GB", "checkpoints": true, "model": "ollama:llama3.2"}, or remove it.',
    cause,
  });
}
