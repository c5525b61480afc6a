import { look } from "../../host/foreign-file.js";
import { isEntryAt } from "../plugin/is-entry.js";
import type { Resumable } from "../resume.js";
import { scopesOf } from "../settings/scopes.js";
import { type Flavour, KILO, OPENCODE } from "./folder.js";
import { hasRecord } from "./record.js";
import { pluginPath } from "./setup.js";

const SESSION = /^ses_[A-Za-z0-9]{8,80}$/;

export const opencodeResume: Resumable = resumeOf(OPENCODE);
export const kiloResume: Resumable = resumeOf(KILO);

function resumeOf(flavour: Flavour): Resumable {
  return {
    name: flavour.name,
    title: flavour.title,
    program: flavour.name,
    // The database knows no folder that could be asked for: it is one in which the session was seen.
    folderOf: (session, known, env) =>
      SESSION.test(session) && hasRecord(flavour, session, env)
        ? known.find((path) => look(path)?.isDirectory())
        : undefined,
    again: (session) => ["--session", session],
    fresh: () => [],
    isConnected: (root, env) =>
      scopesOf(root, env).some((scope) => isEntryAt(pluginPath(flavour, scope, env))),
  };
}
