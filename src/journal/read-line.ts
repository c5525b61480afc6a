import { type Reading, readEvent } from "../event/registry.js";
import { checksum, SUM_LENGTH } from "./line.js";

const SUM = /,"sum":"([0-9a-f]{8})"\}$/;

/** The event of a journal line. Apart from `line.ts` because the hook writes lines but never reads them. */
export function readLine(line: string): Reading {
  const sum = SUM.exec(line.slice(-SUM_LENGTH))?.[1];
  if (sum === undefined) return { is: "malformed", reason: "torn" };
  if (checksum(line.slice(0, -SUM_LENGTH)) !== sum) return { is: "malformed", reason: "checksum" };
  try {
    return readEvent(JSON.parse(line));
  } catch {
    return { is: "malformed", reason: "not JSON" }; // Its own writer made it so: kept aside like any damaged line.
  }
}
