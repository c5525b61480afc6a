import { isBarePassword, isDigest, isRandom } from "../value.js";
import { lazy, type Rule } from "./rule.js";

/** A rule for what the words around it tell. */
export function tell(
  name: string,
  keyword: readonly string[],
  source: string,
  accept?: (value: string) => boolean,
  left?: RegExp,
  flags = "y",
): Rule {
  const rule: Rule = {
    name,
    keyword,
    pattern: lazy(source, flags),
    accept,
  };
  return left === undefined ? rule : { ...rule, left: (before) => left.test(before) };
}

export function isLikely(value: string): boolean {
  return isBarePassword(value) || isRandom(value) || isDigest(value);
}
