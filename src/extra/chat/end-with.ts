import { constants } from "node:os";
import { print } from "../../terminal/print.js";
import { printError } from "../../terminal/print-error.js";
import type { Talk } from "./talk.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * However the process ends, short of being killed: what has come of an answer is written down, and the session ended.
 * Returns how to end it by hand.
 */
export function endWith(talk: Talk, isTalking: boolean): () => void {
  const onExit = () => {
    if (isTalking && talk.work !== undefined) print("");
    try {
      talk.leave();
    } catch (error) {
      printError(error, false);
    }
  };
  const listeners = SIGNALS.map((signal) => {
    const listener = () => {
      // As with the key: it stops the answer, and the chat goes on.
      if (signal === "SIGINT" && isTalking && talk.work !== undefined) talk.work.stop();
      else process.exit(128 + constants.signals[signal]);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  process.on("exit", onExit);
  return () => {
    for (const stop of listeners) stop();
    process.off("exit", onExit);
    talk.leave();
  };
}
