import { withoutWorktree } from "../../event/worktree.js";

/** What a check covers, in one line: paths, then "::" and the names of tests. "" is everything. */
export function scopeOf(args: readonly string[], isTest: boolean, inPackage = ""): string {
  const paths: string[] = [];
  const names: string[] = [];
  let within = inPackage;
  for (let n = 0; n < args.length; n++) {
    const arg = args[n] ?? "";
    const [, option = "", joined] = /^(-[^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    if (option === "" || option === "--") {
      if (arg !== "--" && !/^\d+$/.test(arg)) paths.push(arg);
      continue;
    }
    const takesNext = joined === undefined && !(args[n + 1] ?? "-").startsWith("-");
    const value = joined ?? (takesNext ? (args[n + 1] ?? "") : "");
    if (PACKAGES.has(option)) within = packageName(value);
    else if (PATTERNS.has(option)) paths.push(value);
    else if (NAMES.has(option)) names.push(value);
    else if (!VALUED.has(option)) continue;
    if (takesNext) n++;
  }
  const places = [...new Set(paths.map((path) => placeOf(path, isTest)).filter(Boolean))].sort();
  const inside = places.length === 0 ? [within] : places.map((place) => joinPath(within, place));
  const tests = names.length === 0 ? "" : `::${names.map((name) => name.replace(/\s+/g, " ")).join(" ")}`;
  return [...inside, tests].filter(Boolean).join(" ").slice(0, MAX_SCOPE_CHARS);
}

/** Whether a run with one scope includes all that the other covers. */
export function covers(scope: string, other: string): boolean {
  if (scope === "" || scope === other) return true;
  const [paths, names] = parts(scope);
  const [otherPaths, otherNames] = parts(other);
  const hasNames = names === "" || names === otherNames || otherNames.startsWith(`${names}/`);
  const hasPaths =
    paths.length === 0 ||
    (otherPaths.length > 0 && otherPaths.every((one) => paths.some((path) => isBelow(one, path))));
  return hasNames && hasPaths;
}

/** The name of a package without its owner: "@box/api" is "api". */
export function packageName(name: string): string {
  return placeOf(name.replace(/^@[\w.-]+\//, "").replace(/^\{(.*)\}$/, "$1"), false);
}

const MAX_SCOPE_CHARS = 200;
const PACKAGES = new Set(
  "--filter -F -w --workspace -p --package -pl --projects --prefix -C --dir --cwd".split(" "),
);
const PATTERNS = new Set("--testPathPattern --testPathPatterns --test --bin --project".split(" "));
const NAMES = new Set(
  "-k -m -t -g -e -run -bench --grep --testNamePattern --test-name-pattern --tests --testsuite --example --only -Dtest -Dit.test".split(
    " ",
  ),
);
/** Options that take the next word and do not narrow the run. */
const VALUED = new Set(
  "-n -j -c -o -W -r -timeout -count -tags -cpu --timeout --config --reporter --tb --maxfail --durations --color --maxWorkers --max-workers --workers --threads --retries --shard --features --profile --target --max-warnings --ext --cov --log-level --ignore --format --output-file --exclude --env".split(
    " ",
  ),
);
/** Folders that hold all tests of a project. */
const ALL_TESTS = /^(?:tests?|specs?|__tests__)$/;

function placeOf(path: string, isTest: boolean): string {
  const plain = withoutWorktree(path)
    .replace(/\\/g, "/")
    .replace(/(?:^|\/)[^/]*\*.*$/, "")
    .replace(/(?:^|\/)\.{3}$/, "")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "");
  return plain === "." || (isTest && ALL_TESTS.test(plain)) ? "" : plain;
}

function joinPath(folder: string, path: string): string {
  return folder === "" || isBelow(path, folder) ? path : `${folder}/${path}`;
}

function parts(scope: string): readonly [paths: readonly string[], names: string] {
  const [, paths = "", names = ""] = /^(.*?)(?:(?:^| )::(.*))?$/s.exec(scope) ?? [];
  return [paths.split(" ").filter(Boolean), names];
}

/** A test follows its file after "::" or ":". */
function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}:`);
}
