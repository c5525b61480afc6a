import { describe, expect, test } from "vitest";
import { isContinuation, isCourtesy } from "../../../src/text/prose/next-action.js";
import { filesChangedByShell } from "../../../src/text/shell/shell.js";
import { saysTestFailed } from "../../../src/text/shell/test-output.js";
import { chooseLanguage, languageVotes } from "../../../src/text/words/language.js";
import { symbolsInChange } from "../../../src/text/words/symbol.js";

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
    ["dd if=/dev/zero of=disk.img bs=1k count=1", ["disk.img"]],
    ["install -m 644 build/app.conf etc/app.conf", ["etc/app.conf"]],
    ["npm install left-pad.js", []],
    ["rsync -a out/site.html www/index.html", ["www/index.html"]],
    ["rsync -a site.html box:www/index.html", []],
    ["truncate -s 0 server.log", ["server.log"]],
    ["ln -sf ../shared/env.sh scripts/env.sh", ["scripts/env.sh"]],
    [`python3 -c "open('totals.csv', 'w').write('a,b')"`, ["totals.csv"]],
    [`python3 -c "print(open('totals.csv').read())"`, []],
    ["python - <<'PY'\nfrom pathlib import Path\nPath('made.txt').write_text('x')\nPY", ["made.txt"]],
    ["cat > tool.py <<'PY'\nopen('other.txt', 'w')\nPY", ["tool.py"]],
    [`node -e 'require("fs").writeFileSync("menu.json", "{}")'`, ["menu.json"]],
    [`node -e 'console.log(require("fs").readFileSync("menu.json"))'`, []],
  ])("%j: %j", (command, files) => {
    expect(filesChangedByShell(command)).toEqual(files);
  });

  test("takes no longer than the text is long", () => {
    expect(filesChangedByShell(`${"> ".repeat(50_000)}x`)).toEqual([]);
    expect(filesChangedByShell(`sed -i ${"a ".repeat(50_000)}`)).toEqual([]);
    expect(filesChangedByShell(`python -c "${"open(".repeat(20_000)}`)).toEqual([]);
    expect(filesChangedByShell("python ".repeat(20_000))).toEqual([]);
  });
});

describe("symbols in a change", () => {
  test.each([
    ["+export function parseHeader(line: string) {", ["parseHeader"]],
    ["+  async save(file: string): Promise<void> {", ["save"]],
    ["-def load_config(path):", ["load_config"]],
    ["+func (s *Server) Start(ctx context.Context) error {", ["Server.Start"]],
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

describe("a prompt that only says go on", () => {
  test.each([
    ["yes", true],
    ["ok continue", true],
    ["Yes, please do that!", true],
    ["go ahead", true],
    ["oui vas-y", true],
    ["on reprend", true],
    ["let's resume", true],
    ["resume the download after an error", false],
    ["d’accord, continue", true],
    ["c'est bon, merci", true],
    ["thanks a lot!", true],
    ["merci beaucoup", true],
    ["Great work, thank you very much", true],
    ["hello", true],
    ["thanks, now fix the parser", false],
    ["yes, but use postgres", false],
    ["continue with the docs", false],
    ["fix the parser", false],
    ["", false],
  ])("%j: %s", (prompt, expected) => {
    expect(isContinuation(prompt)).toBe(expected);
  });
});

describe("mere courtesy", () => {
  test.each([
    ["thanks", true],
    ["ok thanks, bye", true],
    ["merci", true],
    ["You're welcome!", true],
    ["De rien !", true],
    ["bonne journée", true],
    ["ok", false],
    ["continue", false],
    ["perfect", false],
    ["thanks, continue", false],
    ["add a hello page", false],
    ["", false],
  ])("%j: %s", (text, expected) => {
    expect(isCourtesy(text)).toBe(expected);
  });
});

describe("a test run that says it failed", () => {
  test.each([
    ["Tests  2 failed | 10 passed (12)", true],
    ["FAIL users.test.ts\n3 failed", true],
    ["===== 1 failed, 4 passed in 0.12s =====", true],
    ["--- FAIL: TestAdd (0.00s)", true],
    ["test result: FAILED. 1 passed; 1 failed", true],
    ["FAILED (failures=1)", true],
    ["not ok 3 adds", true],
    ["Tests  12 passed (12)", false],
    ["0 failed, 4 passed", false],
    ["test result: ok. 2 passed; 0 failed", false],
    ["ok  \texample.com/x\t0.1s", false],
  ])("%j: %s", (output, expected) => {
    expect(saysTestFailed(output)).toBe(expected);
  });
});

describe("the language of a prompt", () => {
  test.each([
    ["please fix the failing test", "en"],
    ["corrige le test qui échoue dans l'upload", "fr"],
    ["ajoute une option pour la langue", "fr"],
    ["ajoute un bouton", "fr"],
    ["npm test", "en"],
    ["", "en"],
    ["rename la to le in the config", "en"],
  ])("%j is %s", (text, language) => {
    expect(chooseLanguage(languageVotes(text))).toBe(language);
  });
});
