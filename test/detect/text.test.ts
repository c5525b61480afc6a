import { describe, expect, test } from "vitest";
import { chooseLanguage, languageVotes } from "../../src/detect/language.js";
import { filesChangedByShell } from "../../src/detect/shell-change.js";
import { symbolsInChange } from "../../src/detect/symbol.js";

describe("files changed by a shell command", () => {
  test.each([
    ["echo hi > notes.md", ["notes.md"]],
    ["npm test > out.log 2>&1", ["out.log"]],
    ["sed -i 's/a/b/' src/a.ts src/b.ts", ["src/a.ts", "src/b.ts"]],
    ["sed -n 1,5p src/a.ts", []],
    ["mv src/old.ts src/new.ts", ["src/old.ts", "src/new.ts"]],
    ["cp README.md docs/index.md", ["docs/index.md"]],
    ["rm -f 'my file.txt'", ["my file.txt"]],
    ["git mv a.go b.go", ["a.go", "b.go"]],
    ["git commit -m 'fix a.go'", []],
    ['cat <<EOF > config.json\n{ "a": "> b.txt" }\nEOF', ["config.json"]],
    ["tee -a log.txt < in.txt", ["log.txt"]],
    ["ls 2>/dev/null", []],
    ["echo $x > $OUT.txt", []],
    ["test 1 -gt 0", []],
    ["npm test", []],
  ])("%j: %j", (command, files) => {
    expect(filesChangedByShell(command)).toEqual(files);
  });

  test("takes no longer than the text is long", () => {
    expect(filesChangedByShell(`${"> ".repeat(50_000)}x`)).toEqual([]);
    expect(filesChangedByShell(`sed -i ${"a ".repeat(50_000)}`)).toEqual([]);
  });
});

describe("symbols in a change", () => {
  test.each([
    ["+export function parseHeader(line: string) {", ["parseHeader"]],
    ["+  async save(file: string): Promise<void> {", ["save"]],
    ["-def load_config(path):", ["load_config"]],
    ["+func (s *Server) Start(ctx context.Context) error {", ["Start"]],
    ["+pub fn read_all(&self) -> Vec<u8> {", ["read_all"]],
    ["+class RetryQueue extends Queue {", ["RetryQueue"]],
    ["+type Options = { a: 1 };", ["Options"]],
    ["+const withRetry = async (send) => {", ["withRetry"]],
    ['+test("gives up after three tries", () => {', ['"gives up after three tries"']],
    ["+  if (x) {", []],
    ["+plain words of a document", []],
    ["", []],
  ])("%j: %j", (change, symbols) => {
    expect(symbolsInChange(change)).toEqual(symbols);
  });
});

describe("the language of a prompt", () => {
  test.each([
    ["please fix the failing test", "en"],
    ["corrige le test qui échoue dans l'upload", "fr"],
    ["ajoute une option pour la langue", "fr"],
    ["npm test", "en"],
    ["", "en"],
    ["rename la to le in the config", "en"],
  ])("%j is %s", (text, language) => {
    expect(chooseLanguage(languageVotes(text))).toBe(language);
  });
});
