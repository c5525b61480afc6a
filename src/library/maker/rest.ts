import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../../event/json.js";

/**
 * What an original has beside what we make of it ourselves, so that both together are the original again.
 * Undefined where that cannot be: we would make something that the original does not have.
 */
export function restOf(original: JsonObject, made: JsonObject): JsonObject | undefined {
  const rest = difference(original, made);
  return isDeepStrictEqual(withRest(made, rest), original) ? rest : undefined;
}

export function withRest(made: JsonObject, rest: Json | undefined): JsonObject {
  if (!isObject(rest)) return made;
  const merged = Object.entries(rest).map(([name, value]): [string, Json] => {
    const known = made[name];
    return [name, isObject(value) && isObject(known) ? withRest(known, value) : value];
  });
  return { ...made, ...Object.fromEntries(merged) };
}

function difference(original: JsonObject, made: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(original).flatMap(([name, value]): [string, Json][] => {
      const known = Object.hasOwn(made, name) ? made[name] : undefined;
      if (isDeepStrictEqual(value, known)) return [];
      return [[name, isObject(value) && isObject(known) ? difference(value, known) : value]];
    }),
  );
}
