// Holds a database locked, with the driver the product would choose: `node lock-database.mjs PATH SECONDS MODE`.
// Says "locked" and "free" on standard output.
import { createRequire } from "node:module";

const [path, seconds, mode] = process.argv.slice(2);
process.removeAllListeners("warning");
process.on("warning", () => {});
const Database =
  process.getBuiltinModule?.("node:sqlite")?.DatabaseSync ?? createRequire(import.meta.url)("libsql");
const database = new Database(path);
database.exec("PRAGMA busy_timeout = 5000");
database.exec(mode === "writer" ? "BEGIN IMMEDIATE" : "BEGIN EXCLUSIVE");
process.stdout.write("locked\n");
setTimeout(() => {
  database.exec("ROLLBACK");
  database.close();
  process.stdout.write("free\n");
}, Number(seconds) * 1000);
