import { boundsWith } from "../../capture/bound.js";
import type { Draft } from "../../event/registry.js";
import { processSince } from "../../host/process/process.js";
import { declaredText } from "../../project/declare.js";
import type { Redact } from "../../redact/redactor.js";

export type SessionSource = "startup" | "resume" | "fork";

/** Records this process with the session, to tell a crash from silence. */
export function sessionStart(redact: Redact, source: SessionSource, title?: string): Draft {
  return {
    type: "session.started",
    data: {
      source,
      title: title === undefined ? undefined : declaredText({ redact }, title, "name"),
      pid: process.pid,
      pidSince: processSince(process.pid),
    },
  };
}

export function sessionEnd(redact: Redact, reason: string): Draft {
  return { type: "session.ended", data: { reason: boundsWith(redact).boundName(reason) } };
}
