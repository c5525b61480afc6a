import { describe, expect, test } from "vitest";
import {
  classifyCommand,
  isFragment,
  isProving,
  isTrivialCommand,
  normaliseCommand,
  wholeCommand,
} from "../../../src/text/shell/shell.js";

describe("a command as a person would type it again", () => {
  test.each([
    ["npm test", "npm test"],
    ["cd /home/ada/box && npm test -- retry 2>&1 | tail -20", "npm test -- retry"],
    ["CI=true NODE_ENV='test' npm   test", "npm test"],
    ['cd "my folder"; go test ./...', "go test ./..."],
    ["npm test\necho done", "npm test"],
    ["cat > x.txt <<EOF\nhi\nEOF", "cat"],
    ["true &> src/a.ts", "true"],
    ["npm test 2> err.log", "npm test"],
    ["  ", ""],
    ["npm test && git add -A && git commit -m x", "npm test"],
    ["git add -A && git commit -m 'Round; then cut'", "git commit -m 'Round; then cut'"],
    ["git add -A && git commit -m \"$(cat <<'EOF'\nRound up\nEOF\n)\"", "git commit"],
    ["git stash && npm run lint 2>&1 | tail -20; git stash pop", "npm run lint"],
    ["go build ./... && go test ./...", "go test ./..."],
    ["# only one test\nnpx playwright test a.spec.ts | tail -30", "npx playwright test a.spec.ts"],
    ["echo 'a && b' && make deploy", "make deploy"],
    ["$env:CI=1; npm test", "npm test"],
    ['$env:NODE_ENV = "test"; dotnet test', "dotnet test"],
    ["Set-Location api; npm test", "npm test"],
    ["bash -lc 'cargo test --lib'", "cargo test --lib"],
    ['pwsh -NoProfile -Command "npm run build"', "npm run build"],
    ["pwsh -File tool/release.ps1", "pwsh -File tool/release.ps1"],
    ["python - <<'EOF'\nprint(1)\nEOF\nnpm test", "npm test"],
  ])("%j → %j", (command, expected) => {
    expect(normaliseCommand(command)).toBe(expected);
  });

  test.each([
    ["ls -la", true],
    ["git status", true],
    ["grep -r foo src", true],
    ["git commit -m done", false],
    ["npm test", false],
    ["lsof -i :80", false],
    ["Get-ChildItem -Recurse src", true],
    ["dir", true],
    ["ps aux", true],
    ["pwsh -File tool/release.ps1", false],
    ["catalog build", false],
  ])("%j is looking around: %s", (command, expected) => {
    expect(isTrivialCommand(command)).toBe(expected);
  });

  test.each([
    ["for f in *.ts", true],
    ['echo "half', true],
    ["x", true],
    ["npm run build", false],
    ["# a comment", true],
    ["format --all", false],
    ["$repl = @{", true],
    ["python -", true],
    ["python3 -", true],
    ["}", true],
    ["EOF", true],
    ["git commit", true],
    ['"$ANSWER"', true],
    ["else", true],
    ["dotnet test", false],
    ["python tool.py", false],
  ])("%j is a fragment: %s", (command, expected) => {
    expect(isFragment(command)).toBe(expected);
  });

  test.each([
    ["npm test", "test"],
    ["npm run test:unit", "test"],
    ["npx vitest run", "test"],
    ["pytest -q", "test"],
    ["go test ./...", "test"],
    ["cargo nextest run", "test"],
    ["./gradlew test", "test"],
    ["npm run lint", "check"],
    ["cargo clippy", "check"],
    ["tsc --noEmit", "check"],
    ["npm run build", "build"],
    ["make", "build"],
    ["npm install", "install"],
    ["pip install flask", "install"],
    ["git commit -m x", "git"],
    ["gh pr create", "git"],
    ["rm -rf build", "destructive"],
    ["git reset --hard HEAD~1", "destructive"],
    ["git push --force", "destructive"],
    ["git push", "git"],
    ["rm notes.txt", "other"],
    ["npm run migrate", "run"],
    ["python manage.py shell", "run"],
    ["terraform plan", "other"],
    ["vendor/bin/phpunit", "test"],
    ["uv run pytest -q", "test"],
    ["npm t", "test"],
    ["dotnet test", "test"],
    ["pwsh -File tool/release.ps1", "run"],
    ["Remove-Item -Recurse -Force build", "destructive"],
  ])("%j is of class %s", (command, expected) => {
    expect(classifyCommand(command)).toBe(expected);
    expect(isProving(command)).toBe(["test", "check", "build"].includes(expected));
  });
});

describe("all that a command does", () => {
  test.each([
    ["echo start; rm -rf build/ && terraform destroy", "echo start; rm -rf build/ && terraform destroy"],
    ["cd api && npm test 2>&1 | tail -5", "npm test"],
    ["CI=1 npm run lint && npm test", "npm run lint && npm test"],
    ["npm test | grep FAIL", "npm test | grep FAIL"],
    ["make\nmake install", "make; make install"],
    ["cat > x.txt <<EOF\nsecret lines\nEOF", "cat > x.txt"],
  ])("%j → %j", (command, expected) => {
    expect(wholeCommand(command)).toBe(expected);
  });
});
