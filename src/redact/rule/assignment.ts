import {
  isBarePassword,
  isDigest,
  isIssued,
  isLoosePassword,
  isPasswordLike,
  isPlaceholder,
  isRandom,
  isUuid,
} from "../value.js";
import { mayAssign, mayBeOption } from "./may.js";
import { lazy, type Rule, rule } from "./rule.js";

// `name = value` in many syntaxes. The name decides how strict the check of the value is.
const NAME = String.raw`(?:[\w.-]|[^\0-\x7f：]){2,44}(?: key| (?:for|of) \w{1,20})?(?:["'\])\\]|&quot;|\[\d{0,4}\]){0,4}`;
const TYPE = String.raw`(?:(?:\s{0,2}:\s?(?:[A-Za-z]{3,10}|&(?:'static )?str)|\s[Ss]tring)(?=\s{0,2}=))?`;
const GETTER = String.raw`(?:\s{0,2}\{ ?get; ?(?:private |protected |internal )?(?:set|init); ?\}(?=\s?=))?`;
// Includes `${NAME:-value}` of shells.
const ASSIGN = String.raw`\s{0,4}(?::-(?=[^\s}]{6})|\|\||[!?.]?[:=]{1,4}>?=?|>=?|：|(?<=\)\s?)or\s|\?\?\s)[\s=]{0,6}`;
const LOOKUP = String.raw`(?:[\w.]{0,30}\(\s?["']\w{1,40}["'](?:\)\s?(?:or|\|\||\?\?)|,)\s?)?`;
// Prefixes and calls around a string, and the sign of a YAML block.
const OPEN = String.raw`(?:[brufR({@]{1,2}(?=["'])|(?:String|Secret|SecretString|SecureString|Buffer|bytes)(?:::|\.)?\w{0,12}\((?=["'])|[|>][-+]?[ \t]{0,4}\n\s{1,20})?(?:[\x60'=" ]{1,5}(?="))?`;
const DOUBLE = String.raw`\\?"([^"\\\s]{4,400})(?=\\?"|\\n)`;
const SINGLE = String.raw`\\?'([^'\\\s]{4,400})(?=\\?')`;
const OTHER = String.raw`\x60([^\x60\s]{4,400})(?=\x60)|&quot;([^\s"]{4,100}?)(?=&quot;)|["']{3}([^"'\s]{4,400})|["']([^"'\\\s]{16,400})(?=$|\s|\\)`;
// Excludes the signs of a next assignment to keep runs of names linear.
const BARE = String.raw`([^\s"'\x60<>,;:：=(){}[\]&\\]{6,400}={0,2})(?![\w$(])`;
const VALUE = `${OPEN}(?:${DOUBLE}|${SINGLE}|${OTHER}|${BARE})`;
// `define("NAME", "value")`, `#define NAME "value"`, `PASSWORD 'value'`
const ASIDE = String.raw`(?:(?<=[A-Z]["'])\s{0,2},\s{0,4}|(?:\s|\\t){1,4})(?:${DOUBLE}|${SINGLE})`;
const assignedValue = lazy(`${NAME}(?:${TYPE}${GETTER}${ASSIGN}${LOOKUP}${VALUE}|${ASIDE})`, "y");

// biome-ignore format: words are read side by side
const passwordWords = [
  "pass", "paasw", "pasw", "psw", "pssw", "pwd", "pw:", "pw=", 'pw"', "pw'", "pw ",
  "kennwort", "mdp", "contrase", "senha", "wachtwoord", "ło:", "ło=", "parola", "senord", "heslo", "psk=", "psk:", 'psk"', "пароль", "密码:", "密码：", "密码=", "密碼:", "密碼：", "密碼=", "비밀번호", "비번:", "パスワード",
];
const KEY_OF =
  /(?:api|access|secret|auth(?:entication)?|private|encrypt(?:ion)?|signing|activation|licen[sc]e|account|master|shared|client|app|service|aes|hmac|ssh|jwt|session|cipher|deploy|webhook|subscription|consumer|security)[\w.-]{0,12}[ _.-]?$/i;
const OTHER_KEY = /(?:public|pub|cache|primary|partition|sort|idempotency|storage|object)[_-]?$/i;

export const assignment: readonly Rule[] = [
  assigned("password", passwordWords, isAssignedPassword),
  literal(
    "password",
    ["pass", "pwd"],
    "(?:PASSWORD|PASSWD|PASSPHRASE|PASS|Password|password|Pwd|pwd|passwd)",
  ),
  // The value takes the whole line, whatever signs are in it.
  rule(
    "password",
    "PASS|PWD|SECRET",
    String.raw`(?<=(?:^|\n)(?:export )?(?:[A-Z0-9]+_){0,6})(?:PASSWORD|PASSWD|PASS|PWD|SECRET(?:_KEY)?)=([^\s"'$]{8,200})(?=\r?(?:\n|$))`,
    { accept: (value) => /[&;,()]/.test(value) && isPasswordLike(value) },
  ),
  assigned("secret", ["secret", "cred"], isAssignedSecret),
  literal("secret", ["SECRET"], "SECRET(?:_KEY)?"),
  assigned(
    "api-key",
    ["key"],
    (value, match) => isMachineMade(value) || isVariable(value, match),
    (left) => KEY_OF.test(left),
  ),
  assigned("key", ["key"], isLongRandom, (left) => !OTHER_KEY.test(left)),
  assigned(
    "token",
    ["token"],
    (value, match) => isRandom(value) || isDigest(value) || isIssued(value) || isVariable(value, match),
  ),
  assigned(
    "auth",
    ["auth", "nonce", "salt"],
    (value, match) => isLongRandom(value) && !/^author(?!i[sz])/i.test(match),
  ),
  rule(
    "sql-password",
    "identified by|identified with|identified as",
    String.raw`\w{10}\s(?:(?:with|WITH|With)\s{1,4}\S{1,40}\s{1,4})?(?:(?:by|BY|By)\s{1,4}(?:[Pp]\w{7}\s{1,4})?\\?['"]?|(?:as|AS|As)\s{1,4}\\?['"])([^\s'";\\]{4,100})`,
    { accept: isPasswordLike },
  ),
  rule(
    "sql-password",
    "login password |with password |encrypted password ",
    String.raw`\w{4,9} \w{8}\s{1,4}\\?['"]?([^\s'";\\]{4,100})`,
    { accept: isPasswordLike },
  ),
  rule(
    "cli-secret",
    "pass|pwd|secret|token|api-key|apikey",
    String.raw`[\w-]{3,30}[ =]{1,3}["']?([^\s"'\x60<>;(){}[\]\\]{6,400})`,
    {
      may: mayBeOption,
      left: /(?:^|\s|["'])--?[\w-]{0,30}$/,
      accept: (value) => isBarePassword(value) || isLoosePassword(value) || isUuid(value),
    },
  ),
  rule(
    "cli-secret",
    "sshpass|mysql|ssh -P",
    String.raw`(?:sshpass\s{1,3}-p\s{0,3}|ssh\s{1,3}-P\s{1,3}|mysql(?:dump|admin)?\b[^\n|;]{0,200}?\s-p)["']?([^\s"'\x60<>;(){}[\]\\]{5,100})`,
    { accept: isPasswordLike },
  ),
];

// The keyword begins the name, so the pattern is case-sensitive and the engine need not fold all of Unicode.
function assigned(
  name: string,
  keyword: readonly string[],
  accept: (value: string, match: string) => boolean,
  left?: (left: string) => boolean,
): Rule {
  return { name, keyword, accept, pattern: assignedValue, may: mayAssign, left };
}

// In a line NAME=value or a connection string even a plain word is a secret.
function literal(name: string, keyword: readonly string[], names: string): Rule {
  const source = String.raw`(?<=(?:^|\n|\\n|export |ENV |;)(?:[A-Z0-9]+_){0,6})${names}=(["']?)([^\s"'\\$;&(),]{6,200})(?=\1(?:\s|\\n|;|$))`;
  const defaults = /^(?:postgres|mysql|root|admin|guest|redis|rabbitmq|minio|user)/i;
  return {
    name,
    keyword,
    accept: (value) => !isPlaceholder(value) && !defaults.test(value),
    pattern: lazy(source, "y"),
  };
}

function isAssignedPassword(value: string, match: string): boolean {
  const opening = match.at(-value.length - 1) ?? "";
  if (/["'\x60;]/.test(opening)) return isPasswordLike(value) || isDigest(value);
  return isBarePassword(value) || isDigest(value) || (opening === "=" && isLoosePassword(value));
}

function isAssignedSecret(value: string, match: string): boolean {
  // This is only the address of a secret.
  if (/^secretsmanager:/i.test(match)) return false;
  return isAssignedPassword(value, match) || isUuid(value);
}

// A UUID is a key if it is the value of a variable: SERVICE_TOKEN=…
function isVariable(value: string, match: string): boolean {
  return isUuid(value) && /^[A-Z]{3,8}=/.test(match);
}

function isMachineMade(value: string): boolean {
  return (value.length >= 12 && isBarePassword(value)) || isRandom(value) || isDigest(value);
}

function isLongRandom(value: string): boolean {
  return value.length >= 16 && isRandom(value) && !/^[0-9a-f]+$/i.test(value);
}
