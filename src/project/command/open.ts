import { hostEnv } from "../../host/env.js";
import { printAside, style } from "../../terminal/print.js";
import { progress } from "../../terminal/progress.js";
import { type Opened, open } from "../open.js";

/** Opens the memory for one command and closes it afterwards, with progress if it has much to catch up on. */
export async function withMemory<T>(work: (opened: Opened) => T | Promise<T>): Promise<T> {
  const bar = progress("Reading what happened");
  const opened = open(hostEnv(), process.cwd(), bar.report);
  bar.end();
  if (!opened.drained.done) {
    const reason = opened.obstacle?.message ?? "Another process is writing.";
    printAside(style.dim(`${reason} What came last is not in this yet.`));
  }
  try {
    return await work(opened);
  } finally {
    opened.store.close();
  }
}
