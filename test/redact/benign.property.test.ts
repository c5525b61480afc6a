import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "../redact.js";

// Everyday text of a coding session, made at random, with the words that secrets have around them.
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const word = fc.constantFrom(
  "token",
  "secret",
  "key",
  "password",
  "auth",
  "user",
  "cache",
  "index",
  "api",
  "session",
);
const words = fc.array(word, { minLength: 1, maxLength: 4 });
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const identifier = fc.oneof(
  words.map((list) => list.map((one, n) => (n === 0 ? one : capital(one))).join("")),
  words.map((list) => list.map(capital).join("")),
  words.map((list) => list.join("_")),
  words.map((list) => list.join("_").toUpperCase()),
  words.map((list) => list.join("-")),
);
const extension = fc.constantFrom("ts", "py", "go", "rs", "md", "json", "test.ts", "d.ts", "lock");
const path = fc
  .tuple(
    fc.constantFrom("src", "./lib", "/home/joe/app", "~/work", "../test", "C:\\app"),
    fc.array(identifier, { minLength: 1, maxLength: 4 }),
    extension,
  )
  .map(([root, parts, end]) => `${root}/${parts.join("/")}.${end}`);
const uuid = fc.uuid();
const base64 = (length: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9+/]{${length}}$`));
const version = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(90)).map((parts) => parts.join("."));

const everyday = fc.oneof(
  path,
  path.map((one) => `import { readToken } from "${one}";`),
  fc.tuple(path, fc.nat(900), fc.nat(80)).map(([one, line, column]) => `${one}:${line}:${column}`),
  uuid.map((id) => `session ${id} was resumed`),
  uuid.map((id) => `"id": "${id}"`),
  hex(40).map((sha) => `commit ${sha}`),
  hex(7).map((sha) => `${sha} Fix the token of the session`),
  hex(64).map((sum) => `sha256:${sum}`),
  base64(86).map((sum) => `"integrity": "sha512-${sum}==",`),
  base64(43).map((sum) => `integrity="sha256-${sum}="`),
  base64(400).map((bytes) => `<img src="data:image/png;base64,${bytes}">`),
  fc.tuple(identifier, version).map(([name, one]) => `"${name.toLowerCase()}": "^${one}",`),
  fc.tuple(identifier, version).map(([name, one]) => `${name}@${one}`),
  identifier.map((name) => `export function ${name}(value: string): Promise<${name}> {`),
  fc.tuple(identifier, identifier).map(([one, other]) => `const ${one} = ${other};`),
  fc.tuple(identifier, identifier).map(([one, other]) => `${one}: ${other},`),
  fc.tuple(identifier, identifier).map(([one, other]) => `${one}(${other}.${one})`),
  fc.tuple(identifier, identifier).map(([one, other]) => `${one} = process.env.${other}`),
  identifier.map((name) => `${name}: \${${name}}`),
  identifier.map((name) => `${name}=<your-${name}>`),
  identifier.map((name) => `${name}="$${name}"`),
  identifier.map((name) => `.${name} { color: #ffaa00; margin: 0 auto; }`),
  identifier.map((name) => `<input name="${name}" type="password" value="">`),
  identifier.map((name) => `https://docs.example.com/${name}/guide?page=2#${name}`),
  fc.tuple(identifier, fc.nat(99)).map(([name, n]) => `${name}${n}@mail.example.com`),
  fc.tuple(words, words).map(([one, other]) => `the ${one.join(" ")} is not the ${other.join(" ")} any more`),
  fc.tuple(words, fc.nat(99_999)).map(([one, n]) => `${n} ${one.join(" ")} passed in ${n} ms`),
);

describe("everyday text", () => {
  it("stays as it is, line by line and in any order", () => {
    fc.assert(
      fc.property(fc.array(everyday, { minLength: 1, maxLength: 6 }), (lines) => {
        for (const line of lines) expect(redact(line)).toBe(line);
        expect(redact(lines.join("\n"))).toBe(lines.join("\n"));
        expect(redact(JSON.stringify(lines))).toBe(JSON.stringify(lines));
      }),
      { numRuns: 2_000 },
    );
  });
});
