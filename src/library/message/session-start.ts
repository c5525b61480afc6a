import { boundsWith } from "../../capture/bound.js";
import type { Draft } from "../../event/registry.js";
import { processSince } from "../../host/process/process.js";
import { declaredText } from "../../project/declare.js";
import type { Redact } from "../../redact/redactor.js";

export type SessionSource = "startup" | "resume" | "fork";

/** How a program's session begins or goes on: with this process, so that a crash can be told from silence. */
export function sessionStart(redact: Redact, source: SessionSource, title?: string): Draft {
  const pidSince = processSince(process.pid);
  return {
    type: "session.started",
    data: {
      source,
      title: title === undefined ? undefined : declaredText({ redact }, title, "name"),
      pid: process.pid,
      pidSince,
    },
  };
}

export function sessionEnd(redact: Redact, reason: string): Draft {
  return { type: "session.ended", data: { reason: boundsWith(redact).boundName(reason) } };
}
