import type { EventData } from "../../../event/registry.js";

type Reason = EventData<"checkpoint.created">["reason"];

const OURS: { readonly [reason: string]: Reason } = {
  phase_complete: "plan",
  milestone: "commit",
  pre_risky: "destructive",
  hand: "hand",
  manual: "hand",
  tools: "tools",
  compaction: "compaction",
  restore: "restore",
};

/** Why a checkpoint was made, in the tool's words where it has one. */
export function theirReason(reason: Reason): string {
  const found = Object.entries(OURS).find(([, ours]) => ours === reason);
  return found === undefined ? reason : found[0];
}

export function ourReason(reason: string | null | undefined): Reason {
  return (reason != null && Object.hasOwn(OURS, reason) ? OURS[reason] : undefined) ?? "hand";
}
