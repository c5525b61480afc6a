import { TidemarkError } from "../../../src/error.js";

/** The error of ours that some work ends with. */
export async function failureOf(work: Promise<unknown>): Promise<TidemarkError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TidemarkError)) throw new Error(`no error of ours: ${String(error)}`);
  return error;
}
