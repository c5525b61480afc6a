/** One thing that `doctor` looked at. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean | "warn";
  readonly detail: string;
  readonly hint?: string;
  /** Whose it is, where it is about one agent. */
  readonly agent?: string;
}

export const SET_UP = "Run: tidemark init";

export function finding(name: string, ok: Finding["ok"], detail: string, hint?: string): Finding {
  return { name, ok, detail, ...(ok === true || hint === undefined ? {} : { hint }) };
}
