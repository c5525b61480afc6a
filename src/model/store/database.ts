import { type Driver, rollBack, type Statement } from "../../host/sqlite.js";

/** An open database that prepares each statement once. */
export class Database {
  readonly #prepared = new Map<string, Statement>();

  constructor(private readonly driver: Driver) {}

  sql(text: string): Statement {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      statement = this.driver.prepare(text);
      this.#prepared.set(text, statement);
    }
    return statement;
  }

  transact<T>(work: () => T): T {
    // Never a deferred BEGIN: two readers that both want to write would fail instead of waiting.
    this.driver.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.driver.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack(this.driver);
      throw error;
    }
  }

  close(): void {
    this.driver.close();
  }
}

type NameKind = "type" | "file" | "project" | "model";

/** Numbers for names that repeat. Cached for one transaction; a new name gets a number. */
export class Names {
  readonly #names = new Map<NameKind, Map<string, number>>();
  readonly #sessions = new Map<string, Map<string, number>>();

  constructor(private readonly db: Database) {}

  number(kind: NameKind, name: string): number {
    const known = innerMap(this.#names, kind);
    let n = known.get(name);
    if (n === undefined) {
      this.db.sql("INSERT OR IGNORE INTO name (kind, name) VALUES (?, ?)").run(kind, name);
      n = findNumber(this.db, kind, name);
      known.set(name, n);
    }
    return n;
  }

  // A session's row exists from its first event on. Its state stays empty until the fold knows one of its events.
  session(project: string, session: string): number {
    const known = innerMap(this.#sessions, project);
    let n = known.get(session);
    if (n === undefined) {
      this.db
        .sql(
          "INSERT OR IGNORE INTO session (project, session, worked, clock, id, state) VALUES (?, ?, 0, -1, '', '')",
        )
        .run(project, session);
      n = findSession(this.db, project, session) ?? 0;
      known.set(session, n);
    }
    return n;
  }
}

/** The number of a name, or 0, which no name has. */
export function findNumber(db: Database, kind: NameKind, name: string): number {
  return Number(db.sql("SELECT n FROM name WHERE kind = ? AND name = ?").get(kind, name)?.["n"] ?? 0);
}

export function findSession(db: Database, project: string, session: string): number | undefined {
  const row = db.sql("SELECT n FROM session WHERE project = ? AND session = ?").get(project, session);
  return row === undefined ? undefined : Number(row["n"]);
}

function innerMap<K>(maps: Map<K, Map<string, number>>, key: K): Map<string, number> {
  let inner = maps.get(key);
  if (inner === undefined) {
    inner = new Map();
    maps.set(key, inner);
  }
  return inner;
}
