import { describe, expect, test } from "vitest";
import {
  isSameStatement,
  isSameSubject,
  pickOf,
  replaces,
  restates,
  subjectOf,
} from "../../../src/text/prose/subject.js";

const of = (choice: string, ...rejected: string[]) => subjectOf({ choice, rejected });

describe("the subject of a decision", () => {
  test.each([
    ["Redis for that", "Redis"],
    ["Redis for the cache", "Redis"],
    ["pdfkit pour ça", "pdfkit"],
  ])("%s picks %s", (choice, pick) => {
    expect(pickOf(choice)).toBe(pick);
  });

  test.each([
    ["Redis for the session cache", ["redis"], ["session", "cache"]],
    ["a timeout of 5 seconds for the upload", ["timeout", "5", "second"], ["upload"]],
    ["pnpm as the package manager", ["pnpm"], ["package", "manager"]],
    ["switch the cache to memcached", ["memcached"], ["cache"]],
    ["store sessions as JSON lines", ["json", "line"], ["store", "session"]],
    ["Redis pour le cache", ["redis"], ["cache"]],
    ["the upload uses streams", ["stream"], ["upload"]],
    ["use pnpm", ["pnpm"], []],
  ])("%j", (choice, pick, topic) => {
    const subject = of(choice);
    expect([...subject.pick]).toEqual(pick);
    expect([...subject.topic]).toEqual(topic);
  });

  test.each([
    ["Redis for the session cache", "Redis for the query cache"],
    ["5 seconds for the upload", "30 seconds for the download"],
    ["a timeout of 5 seconds for the upload", "a timeout of 30 seconds for the download"],
    ["the API key of Stripe", "the API key of Mailgun"],
    ["Redis for the cache", "an expiry of 5 minutes for the cache"],
    ["Redis for the cache", "least-recently-used eviction for the cache"],
    ["port 8080 for the API", "port 9090 for the metrics"],
    ["Loki for the logs", "Grafana for the logs as well"],
    ["tabs", "UUIDs"],
    ["JSON pour les exports", "JSON pour les imports"],
  ])("%j and %j are two", (older, newer) => {
    expect(isSameSubject(of(older), of(newer))).toBe(false);
  });

  test("what is rejected for one thing may hold for another", () => {
    expect(replaces(of("memcached for the session cache", "Redis"), of("Redis for the job queue"))).toBe(
      false,
    );
    expect(replaces(of("memcached for the cache", "Redis"), of("Redis for the session cache"))).toBe(true);
  });

  test("fourteen decisions in like words stay fourteen", () => {
    const all = Array.from({ length: 14 }, (_, n) => of(`library lib${n} for the module m${n}`));
    expect(all.some((one) => all.some((other) => one !== other && isSameSubject(one, other)))).toBe(false);
  });

  test.each([
    ["Redis for the cache", of("memcached for the cache")],
    ["Redis for the cache", of("memcached", "Redis")],
    ["Redis for the cache", of("not Redis", "Redis")],
    ["the Redis cache", of("no cache at all", "cache")],
    ["5 seconds for the upload", of("30 seconds for the upload")],
    ["a timeout of 5 seconds", of("a timeout of a minute", "timeout of 5 seconds")],
    ["retry three times", of("retry five times")],
    ["signed tokens for the login", of("opaque tokens for the login")],
    ["Redis pour le cache", of("memcached pour le cache")],
    ["store sessions as JSON lines", of("store sessions as protobuf", "JSON lines")],
  ])("%j is replaced", (older, newer) => {
    expect(replaces(newer, of(older))).toBe(true);
    expect(restates(newer, of(older))).toBe(false);
  });

  test("choosing what was rejected takes the decision back", () => {
    expect(replaces(of("Redis"), of("memcached for the cache", "Redis"))).toBe(true);
    expect(replaces(of("Redis for the queue"), of("memcached for the cache", "Redis"))).toBe(false);
  });

  test.each([
    ["Redis for the cache", "Redis"],
    ["use `pnpm`", "pnpm"],
    ["Postgres for all jobs", "Postgres for jobs"],
    ["keep the public API as it is", "keep the public API"],
  ])("%j is said again by %j", (older, newer) => {
    expect(restates(of(newer), of(older))).toBe(true);
  });
});

describe("two statements", () => {
  test.each([
    ["Sync and test the installation", "sync and test the installation"],
    ["fix the flaky upload test", "Fixed the flaky upload test in CI"],
    ["write the docs page", "Wrote the docs page"],
  ])("%j and %j are the same", (one, other) => {
    expect(isSameStatement(one, other)).toBe(true);
  });

  test.each([
    ["the API key of Stripe", "the API key of Mailgun"],
    ["write the docs of the API", "wrote the docs of the CLI"],
    ["rerun suite 3", "rerun suite 4"],
    ["docs", "fix the docs build"],
  ])("%j and %j are two", (one, other) => {
    expect(isSameStatement(one, other)).toBe(false);
  });
});
