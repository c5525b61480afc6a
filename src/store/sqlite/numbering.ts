import type { Statement } from "../../host/sqlite.js";

type NameKind = "type" | "file" | "project" | "model";

/** Names that repeat, as numbers: asked for once a transaction, given where there is none yet. */
export abstract class Numbering {
  protected readonly sql: (sql: string) => Statement;
  readonly #names = new Map<NameKind, Map<string, number>>();
  readonly #sessions = new Map<string, Map<string, number>>();

  constructor(prepare: (sql: string) => Statement) {
    this.sql = prepare;
  }

  protected name(kind: NameKind, name: string): number {
    const known = nested(this.#names, kind);
    let n = known.get(name);
    if (n === undefined) {
      this.sql("INSERT OR IGNORE INTO name (kind, name) VALUES (?, ?)").run(kind, name);
      n = Number(this.sql("SELECT n FROM name WHERE kind = ? AND name = ?").get(kind, name)?.["n"]);
      known.set(name, n);
    }
    return n;
  }

  // A session's row exists from its first event on; its state is empty until the fold has seen one it knows.
  protected sessionNumber(project: string, session: string): number {
    const known = nested(this.#sessions, project);
    let n = known.get(session);
    if (n === undefined) {
      this.sql(
        "INSERT OR IGNORE INTO session (project, session, worked, clock, id, state) VALUES (?, ?, 0, -1, '', '')",
      ).run(project, session);
      n = Number(
        this.sql("SELECT n FROM session WHERE project = ? AND session = ?").get(project, session)?.["n"],
      );
      known.set(session, n);
    }
    return n;
  }
}

function nested<K>(maps: Map<K, Map<string, number>>, key: K): Map<string, number> {
  let known = maps.get(key);
  if (known === undefined) {
    known = new Map();
    maps.set(key, known);
  }
  return known;
}
