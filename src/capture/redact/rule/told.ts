import { isBarePassword, isDigest, isPasswordLike, isPlaceholder, isRandom } from "../value.js";
import { mayBeArgument, mayName, maySay } from "./may.js";
import { lazy, type Rule } from "./rule.js";

// A name and its value that stand further apart than in an assignment: pairs, calls, commands, prose.
const NAMES = ["pass", "pwd", "secret", "token", "api_key", "apikey", "api-key", "private_key", "accesskey"];
const QUOTED = String.raw`["'\x60]([^"'\x60\\\s]{4,400})(?=["'\x60])`;
const LOOSE = String.raw`["']?([^\s"'\x60<>,;$(){}[\]]{6,400})`;

export const told: readonly Rule[] = [
  // `name: DB_PASSWORD, value: …`, `<add key="DbPassword" value="…">`, `<key>password</key><string>…`,
  // `variable "password" { default = … }`, and `setPassword("…")`
  {
    ...tell(
      "named-secret",
      NAMES,
      String.raw`[\w.-]{3,44}(?:["']?[,\s]\s{0,20}["']?[Vv]alue["']?\s{0,3}[:=]\s{0,3}${LOOSE}` +
        String.raw`|</key>\s{0,20}<string>([^<\s]{6,400})(?=<)` +
        String.raw`|"\s{0,3}\{[^{}]{0,200}?\bdefault\s{0,4}=\s{0,3}${QUOTED}` +
        String.raw`|\(\s{0,3}${QUOTED})`,
      isLikely,
    ),
    may: mayName,
  },
  // `put("password", "…")`, `setProperty('db.password', '…')`
  {
    ...tell(
      "named-secret",
      NAMES,
      String.raw`[\w.-]{3,44}["']\s{0,2},\s{0,4}${QUOTED}`,
      isLikely,
      /(?:set|put|add|append|insert|with|property|header|option|config|env)\w{0,12}\(\s{0,2}["'][\w.-]{0,24}$/i,
    ),
    may: mayBeArgument,
  },
  tell(
    "named-secret",
    ["<pass", "<pwd", "<secret", "<token", "<apikey", "<api_key"],
    String.raw`<[\w.-]{3,44}(?: [\w:.-]{1,30}="[^"<>]{0,60}"){1,4}>([^<\s]{6,400})(?=</)`,
    isLikely,
  ),
  // The one setting of NuGet's that holds a password as people write it, blanks included.
  tell(
    "named-secret",
    ["cleartextpassword"],
    String.raw`\w{17}["']\s{0,4}[Vv]alue\s?=\s?["']([^"'\n]{4,200})(?=["'])`,
    (value) => !isPlaceholder(value),
  ),
  // `auth=("joe", "…")`, `HTTPBasicAuth('joe', '…')`, `getConnection(url, "joe", "…")`
  tell(
    "called-secret",
    ["auth=(", "auth(", "credential(", "credentials(", "getconnection("],
    String.raw`\w{4,30}=?\((?:[^()\n"']{0,60},|["'][^"'\n]{0,200}["'],)?\s{0,3}["'][^"'\n]{1,60}["'],\s{0,3}${QUOTED}`,
    isPasswordLike,
  ),
  // `jwt.sign(payload, '…')`, `createHmac('sha256', '…')`
  tell(
    "called-secret",
    ["jwt.sign(", "jwt.verify(", "jwt.encode(", "createhmac(", "hmac.new("],
    String.raw`[\w.]{8,14}\((?:[^()\n"',]{1,60},|\{[^{}\n]{0,120}\},|["'][\w-]{1,30}["'],)?\s{0,3}b?${QUOTED}`,
    isPasswordLike,
  ),
  // `<input type="password" … value="…">`
  tell(
    "named-secret",
    ['type="password"'],
    String.raw`type="password"[^<>]{0,120}?\svalue="([^"\s]{4,200})(?=")`,
    isPasswordLike,
  ),
  // Freemius gives out keys of any signs.
  tell("secret", ["secret_key"], String.raw`\w{10}["']\s{0,8}=>\s{0,8}["'](sk_\S{29})(?=["'])`),
  // WordPress: `define('AUTH_KEY', '…')`
  tell(
    "named-secret",
    ["AUTH_KEY'", "LOGGED_IN_KEY'", "NONCE_KEY'", "AUTH_SALT'", "LOGGED_IN_SALT'", "NONCE_SALT'"],
    String.raw`[A-Z_]{8,14}',\s{0,8}'([^'\n]{32,200})(?=')`,
    (value) => !isPlaceholder(value) || !/\byour\b|phrase/.test(value),
  ),
  tell(
    "secure-string",
    ["securestring "],
    String.raw`\w{12}\s{1,3}(?:-\w{1,20}\s{1,3}){0,3}["']([^"'$\s][^"'\n]{3,200})(?=["'])`,
    (value) => !isPlaceholder(value),
  ),
  // `set -gx API_TOKEN …`, `ENV API_TOKEN …`, `config set token …`
  tell(
    "spaced-secret",
    ["set -", "setx ", "setenv ", "ENV ", "config set ", "configure set ", "git config "],
    String.raw`(?:set(?:x|env| {1,3}-{1,2}\w{1,12}){1,3}|ENV|config(?:ure)? set|git config(?: --\w{1,8}){0,2}) {1,3}["']?[\w.:/-]{0,60}(?:pass|pwd|secret|token|key|auth)[\w.-]{0,30}["']? {1,4}["']?([^\s"'\x60<>,;$(){}[\]=-][^\s"'\x60<>,;$(){}[\]]{5,400})`,
    isLikely,
    undefined,
    "iy",
  ),
  tell(
    "netrc-password",
    ["login "],
    String.raw`\w{5}\s{1,4}\S{1,60}\s{1,8}password\s{1,4}(\S{4,200})`,
    isPasswordLike,
  ),
  // The password is …, le mot de passe est …
  {
    ...tell(
      "spoken-password",
      [
        "password",
        "passwd",
        "passphrase",
        "passwort",
        "passcode",
        "mot de passe",
        "kennwort",
        "contrase",
        "senha",
      ],
      String.raw`(?:mot de passe|[^\W\d_]{5,10}(?:\u00f1a)?)(?: (?:for|of|to|on|pour|de|du)(?: [\w.@'-]{1,20}){1,4}?)? (?:is|was|est|ist|es|set to|to)(?: now| set to|:)? {1,2}["'\x60]?([^\s"'\x60<>,;]{5,99}[^\s"'\x60<>,;.!?:)])`,
      (value) => isBarePassword(value) || isWordPair(value),
    ),
    may: maySay,
  },
  tell(
    "piped-secret",
    ["echo "],
    String.raw`\w{4} {1,3}(?:-n )?["']?([^\s"'\x60|$<>(){}]{6,400})(?=["']? {0,3}\| {0,3}(?:sudo -S|(?:sudo )?chpasswd|(?:docker|podman|helm|gh|oras|crane|npm|vercel|wrangler)\b[^\n|;]{0,80}(?:-stdin|-token|secret)|passwd --stdin))`,
    (value) => isPasswordLike(value.slice(value.indexOf(":") + 1)),
  ),
  tell(
    "piped-secret",
    ["-token <<<", "-stdin <<<"],
    String.raw`-\w{5} <<< {0,2}["']?([^\s"'\x60$<>(){}]{16,400})`,
    isRandom,
  ),
  // The rest of a text that was put together from pieces.
  tell(
    "secret-piece",
    ["[redacted:"],
    String.raw`\[redacted:[a-z0-9-]{2,40}\]["'](?:\s{0,3}[+.&]\s{0,20}|\s{0,3}\\?\n\s{0,20})["']([^"'\\\s]{2,400})(?=["'])`,
    isPasswordLike,
  ),
  tell(
    "cli-secret",
    [
      "redis-cli",
      "mongo",
      "docker login",
      "podman login",
      "az login",
      "ldap",
      "smbclient",
      "7z ",
      "7za ",
      "zip -",
      "zip ",
      "htpasswd -",
      "sqlcmd ",
      "http -a ",
      "https -a ",
      "secret set ",
      "add_user ",
      "authtoken ",
      "mc alias set ",
      "net user ",
      "put-parameter ",
    ],
    "(?:" +
      [
        String.raw`redis-cli\b[^\n|;]{0,100}?\s-a\s{1,3}`,
        String.raw`(?:mongo(?:sh|dump|restore|export|import)?|docker login|podman login|az login)\b[^\n|;]{0,100}?\s-p\s{1,3}`,
        String.raw`ldap\w{3,8}\b[^\n|;]{0,120}?\s-w\s{1,3}`,
        String.raw`smbclient\b[^\n|;]{0,100}?\s-U\s{0,2}["']?[^\s%"']{1,40}%`,
        String.raw`7za?\s[^\n|;]{0,60}?-p`,
        String.raw`zip\s[^\n|;]{0,40}?-P\s{1,3}`,
        String.raw`htpasswd\s-\w{0,4}b\w{0,4}\s{1,3}\S{1,80}\s{1,3}\S{1,40}\s{1,3}`,
        String.raw`sqlcmd\s[^\n|;]{0,100}?-P\s{0,3}`,
        String.raw`https?\s-a\s{1,3}[^\s:]{1,60}:`,
        String.raw`secret set\s[^\n|;]{0,80}?(?:--body|-b)[\s=]{1,3}`,
        String.raw`add_user\s{1,3}\S{1,60}\s{1,3}`,
        String.raw`authtoken\s{1,3}`,
        String.raw`mc alias set\s{1,3}\S{1,40}\s{1,3}\S{1,100}\s{1,3}\S{1,60}\s{1,3}`,
        String.raw`net user\s{1,3}\S{1,60}\s{1,3}`,
        String.raw`put-parameter\s[^\n|;]{0,120}?(?:pass|secret|token|key)[^\n|;]{0,60}?--value[\s=]{1,3}`,
      ].join("|") +
      String.raw`)["']?([^\s"'\x60<>;(){}[\]\\$-][^\s"'\x60<>;(){}[\]\\$]{3,100})`,
    isPasswordLike,
  ),
  tell(
    "mnemonic",
    [
      "mnemonic",
      "seed phrase",
      "seed_phrase",
      "seedphrase",
      "seed-phrase",
      "recovery phrase",
      "recovery_phrase",
      "secret phrase",
      "backup phrase",
    ],
    String.raw`(?:mnemonic|\w{4,8}[ _-]?phrase)\w{0,12}["']?\s{0,3}(?:[:=]|=>|is:?)\s{0,4}["'\x60]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])`,
    undefined,
    undefined,
    "iy",
  ),
  tell(
    "card-number",
    [
      "card number",
      "card_number",
      "card-number",
      "cardnumber",
      "card no",
      "cardno",
      "credit card",
      "credit_card",
      "creditcard",
    ],
    String.raw`(?:credit[ _-]?)?card(?:[ _-]?(?:number|no|num|nr))?\.?["']?\s{0,3}[:=]\s{0,3}["']?(\d(?:[ -]?\d){12,18})(?![\d-])`,
    isCardNumber,
    undefined,
    "iy",
  ),
];

function tell(
  name: string,
  keyword: readonly string[],
  source: string,
  accept?: (value: string) => boolean,
  left?: RegExp,
  flags = "y",
): Rule {
  const rule: Rule = {
    name,
    keyword,
    pattern: lazy(source, flags),
    ...(accept === undefined ? {} : { accept }),
  };
  return left === undefined ? rule : { ...rule, left: (before) => left.test(before) };
}

function isLikely(value: string): boolean {
  return isBarePassword(value) || isRandom(value) || isDigest(value);
}

// `Sommer-Regen77`: words where anything but a password would have no number behind them.
function isWordPair(value: string): boolean {
  return /^[A-Z][a-z]{2,15}(?:[-_.][A-Za-z][a-z]{2,15}){1,3}\d{2,6}$/.test(value) && !isPlaceholder(value);
}

// The check digit that all cards have.
function isCardNumber(value: string): boolean {
  const digits = value.replace(/\D/g, "");
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}
