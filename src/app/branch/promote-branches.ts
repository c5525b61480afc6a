import { append, type Scene } from "../../journal/append.js";

/** Writes down that branches of git were merged: what was recorded on them until now holds for the whole project. */
export function promoteBranches(
  home: string,
  { at, project }: Pick<Scene, "at" | "project">,
  names: Iterable<string>,
): void {
  const drafts = [...names].map((branch) => ({ type: "branch.promoted" as const, data: { branch } }));
  append(home, drafts, { at, project, session: "", agent: "" });
}
