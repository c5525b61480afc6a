/** Everything that can go wrong in a way a person can act on. The list is closed: a new code is a decision. */
export type ErrorCode =
  | "bad-argument"
  | "not-found"
  | "home-unsafe"
  | "home-unwritable"
  | "store-busy"
  | "store-broken"
  | "store-newer"
  | "no-sqlite"
  | "settings-malformed"
  | "settings-unwritable"
  | "not-confirmed"
  | "verify-failed"
  | "embedder-failed"
  | "model-failed"
  | "checkpoint-failed"
  | "event-unknown"
  | "event-invalid";

/** A sentence for humans and, where there is one, the next step. Printed in one place: `terminal/print-error.ts`. */
export class TidemarkError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "TidemarkError";
    this.code = code;
    this.hint = options.hint;
  }
}

/** The system's name for what failed, such as `ENOENT`; "" for any other error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The next step that an error names, if any. */
export function hintOf(error: unknown): string | undefined {
  return error instanceof TidemarkError ? error.hint : undefined;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
