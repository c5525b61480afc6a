/** The result of one check of `doctor`. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean | "warn";
  readonly detail: string;
  readonly hint?: string;
  /** Set if it concerns one agent. */
  readonly agent?: string;
}

export const SET_UP = "Run: tidemark init";

export function finding(name: string, ok: Finding["ok"], detail: string, hint?: string): Finding {
  return { name, ok, detail, hint: ok === true ? undefined : hint };
}
