import { runInNewContext } from "node:vm";

/**
 * Runs work that may never end, such as a pattern somebody else wrote; undefined where it was still at it after so many
 * milliseconds. It is ended wherever it is, so it must not have begun to write.
 */
export function withTimeLimit<T>(ms: number, work: () => T): { readonly result: T } | undefined {
  let done: { readonly result: T } | undefined;
  const run = () => {
    done = { result: work() };
  };
  try {
    runInNewContext("run()", { run }, { timeout: ms });
  } catch (error) {
    // Made in another context, it need not be an Error of this one.
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
    if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
  return done;
}
