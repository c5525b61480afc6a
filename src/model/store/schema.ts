import type { Driver } from "../../host/sqlite.js";

/** Raise this if the tables or any fold change: a model of another version is deleted and rebuilt from the journal. */
export const MODEL_VERSION = 11;

/** Drops all tables and creates those of this version. Call it inside a transaction. */
export function createTables(driver: Driver): void {
  // Dropping a virtual table also drops the tables behind it, which cannot be dropped by themselves.
  dropTables(driver, "sql LIKE 'CREATE VIRTUAL%'");
  dropTables(driver, "name NOT LIKE 'sqlite_%'");
  driver.exec(SCHEMA);
  driver.exec(`PRAGMA user_version = ${MODEL_VERSION}`);
}

function dropTables(driver: Driver, condition: string): void {
  const tables = driver.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND ${condition}`).all();
  for (const { name } of tables) driver.exec(`DROP TABLE "${String(name)}"`);
}

/**
 * Events are not copied: the journal has their text, this has pointers to it. Names that repeat (projects, sessions,
 * files, types) are numbers. Tables with long states have row ids: without them, a row above a thousand bytes takes a
 * page of its own.
 *
 * A memory's number is its session's number times 2²⁴ plus its position. Its terms are in an index without text, each
 * prefixed with the number of its project; `unindexed` lists the changes that the index lacks. The `sketch` tables hold
 * the signatures of vectors, 1,024 to a row: a million rows would take a second to read.
 */
export const SCHEMA = `
CREATE TABLE name (n INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (kind, name));
CREATE TABLE cursor (file TEXT PRIMARY KEY, offset INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE project (project TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE session (
  n INTEGER PRIMARY KEY, project TEXT NOT NULL, session TEXT NOT NULL, worked INTEGER NOT NULL, agent TEXT NOT NULL DEFAULT '', clock REAL NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, UNIQUE (project, session));
CREATE INDEX session_recent ON session (project, worked, clock);
CREATE INDEX session_agent ON session (project, agent, clock);
CREATE INDEX session_id ON session (session);
CREATE TABLE footprint (session INTEGER PRIMARY KEY, state TEXT NOT NULL);
CREATE TABLE turn (session INTEGER NOT NULL, n INTEGER NOT NULL, state TEXT NOT NULL, PRIMARY KEY (session, n));
CREATE TABLE note (session INTEGER NOT NULL, n INTEGER NOT NULL, project TEXT NOT NULL, clock REAL NOT NULL, state TEXT NOT NULL, PRIMARY KEY (session, n));
CREATE INDEX note_recent ON note (project, clock);
CREATE TABLE threads (project TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE retired_thread (project TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (project, id)) WITHOUT ROWID;
CREATE TABLE joined (project TEXT NOT NULL, turn TEXT NOT NULL, thread TEXT NOT NULL, at REAL NOT NULL, state TEXT NOT NULL, PRIMARY KEY (project, turn)) WITHOUT ROWID;
CREATE INDEX joined_thread ON joined (project, thread);
CREATE TABLE event (
  session INTEGER NOT NULL, id TEXT NOT NULL, clock REAL NOT NULL, type INTEGER NOT NULL,
  file INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, PRIMARY KEY (session, id)) WITHOUT ROWID;
CREATE TABLE message (session INTEGER NOT NULL, clock REAL NOT NULL, id TEXT NOT NULL, PRIMARY KEY (session, clock, id)) WITHOUT ROWID;
CREATE TABLE bad_line (
  file TEXT NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, reason TEXT NOT NULL,
  PRIMARY KEY (file, offset)) WITHOUT ROWID;
CREATE TABLE memory (
  n INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, kind INTEGER NOT NULL, at REAL NOT NULL, state TEXT NOT NULL, UNIQUE (project, id));
CREATE INDEX memory_latest ON memory (project, kind, at);
CREATE TABLE memory_count (project INTEGER NOT NULL, kind INTEGER NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (project, kind)) WITHOUT ROWID;
CREATE VIRTUAL TABLE memory_term USING fts5 (terms, content = '', detail = none, columnsize = 0, tokenize = "ascii tokenchars '_'");
CREATE TABLE unindexed (n INTEGER PRIMARY KEY, was TEXT);
CREATE TABLE unembedded (n INTEGER PRIMARY KEY);
CREATE TABLE embedding (n INTEGER PRIMARY KEY, block INTEGER NOT NULL, v BLOB NOT NULL);
CREATE TABLE embedding_model (model INTEGER PRIMARY KEY, dimensions INTEGER NOT NULL);
CREATE TABLE sketch_block (block INTEGER PRIMARY KEY, project INTEGER NOT NULL, model INTEGER NOT NULL, used INTEGER NOT NULL, newest INTEGER NOT NULL);
CREATE INDEX sketch_newest ON sketch_block (project, model, newest);
CREATE TABLE sketch_number (block INTEGER PRIMARY KEY, v BLOB NOT NULL);
CREATE TABLE sketch (block INTEGER PRIMARY KEY, v BLOB NOT NULL);
`;
