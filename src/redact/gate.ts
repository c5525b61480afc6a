import { eachKeyword } from "./each-keyword.js";
import { mayHidePrivate } from "./private.js";

/**
 * Whether `redact` could find anything: one of its keywords occurs. Most texts have none, and the hook need not even
 * load the rules for them.
 */
export function mayHoldSecret(text: string): boolean {
  return eachKeyword(text, () => true) || mayHidePrivate(text);
}
