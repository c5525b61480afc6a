import { type Driver, rollBack, type Statement } from "../../host/sqlite.js";

/** An open database that prepares each statement once. */
export class Database {
  readonly #driver: Driver;
  readonly #prepared = new Map<string, Statement>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  sql(text: string): Statement {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      statement = this.#driver.prepare(text);
      this.#prepared.set(text, statement);
    }
    return statement;
  }

  transact<T>(work: () => T): T {
    // Never a deferred BEGIN: two readers that both want to write would fail instead of waiting.
    this.#driver.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#driver.exec("COMMIT");
      return result;
    } catch (error) {
      rollBack(this.#driver);
      throw error;
    }
  }

  close(): void {
    this.#driver.close();
  }
}
