import { type Call, hasOption, type Rules, sharing, verbs } from "./call.js";

/** Databases, and code of other languages on the command line. */
export const data: Rules = {
  ...sharing(
    "psql mysql mariadb sqlite3 sqlcmd osql duckdb clickhouse clickhouse-client cockroach bq snowsql usql pgcli mycli litecli cqlsh impala-shell hive beeline trino presto wrangler turso",
    (call) => texts(call).some(dropsRows),
  ),
  ...sharing("mongo mongosh", (call) => texts(call).some((text) => MONGO.test(text))),
  mongorestore: (call) => hasOption(call, "", "drop"),
  ...sharing("redis-cli valkey-cli keydb-cli", (call) => {
    const [verb = ""] = verbs(call, "-h", "-p", "-a", "-n", "-u");
    if (call.isRepeated && /^(?:del|unlink)$/.test(verb)) return true;
    return /^flush(?:all|db)$/.test(verb) || /^\s*flush(?:all|db)\b/im.test(call.input ?? "");
  }),
  ...sharing("dropdb dropuser", (call) => !hasOption(call, "", "help")),
  mysqladmin: (call) => verbs(call, "-u", "-h", "-P").includes("drop"),
  pg_restore: (call) => hasOption(call, "c", "clean"),
  etcdctl: (call) => verbs(call).includes("del"),
  influx: (call) => verbs(call).includes("delete"),
  ...sharing("python python2 python3 py node nodejs bun deno ruby perl php", (call) =>
    code(call).some((text) => CODE.test(text)),
  ),
};

const MONGO = /\bdropDatabase\s*\(|\.(?:drop|deleteMany|remove|dropIndexes)\s*\(/;
const CODE =
  /\brmtree\s*\(|\bos\.(?:remove|unlink|removedirs)\s*\(|\.unlink\s*\(|\b(?:rm|unlink|rmdir|truncate)Sync\s*\(|\bfs\.(?:promises\.)?(?:rm|unlink|rmdir|truncate)\s*\(|\brimraf\b|\bFileUtils\.(?:rm|remove)|\bFile\.(?:delete|unlink)\b|\bDROP\s+(?:TABLE|DATABASE)\b|\bTRUNCATE\s+TABLE\b|\bDELETE\s+FROM\b/i;

const STATEMENT =
  /(?:^|[;"(\s])(?:drop\s+(?:table|database|schema|view|materialized|index|column|sequence|type|user|role|function|trigger|extension|keyspace|collection|owned|tablespace|domain|policy)\b|truncate\s+\S|delete\s+from\s|alter\s+table\s[^;]{1,300}?\bdrop\b|update\s[^;]{1,300}?\sset\s(?![^;]{0,2000}\swhere\s))/i;

/** Whether SQL removes rows or tables. Its strings and comments do not count. */
function dropsRows(sql: string): boolean {
  return STATEMENT.test(sql.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, "''"));
}

/** Every possible statement: the arguments and the input. */
function texts({ args, input }: Call): string[] {
  const words = args.map(({ text }) => text.replace(/^--?[\w-]{1,40}=?/, ""));
  // An unquoted statement is split into several arguments.
  return [...words, words.join(" "), ...(input === undefined ? [] : [input])];
}

/** Code after `-c` or `-e`, or on standard input. */
function code({ args, input }: Call): string[] {
  const scripts = args.filter((_, n) =>
    /^-\w{0,4}[ceEpr]$|^--(?:eval|print|run)$/.test(args[n - 1]?.text ?? ""),
  );
  const isFed = args.every(({ text }) => text.startsWith("-"));
  return [...scripts.map(({ text }) => text), ...(isFed && input !== undefined ? [input] : [])];
}
