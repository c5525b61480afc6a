import { isBarePassword, isPasswordLike, isPlaceholder } from "../value.js";
import { mayBeArgument, mayName, maySay } from "./may.js";
import type { Rule } from "./rule.js";
import { isLikely, tell } from "./tell.js";

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
    ["password"],
    String.raw`\w{8}["']\s{0,4}[Vv]alue\s?=\s?["']([^"'\n]{4,200})(?=["'])`,
    (value) => !isPlaceholder(value),
    /cleartext$/i,
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
    ["jwt.sign(", "jwt.verify(", "jwt.encode(", "hmac(", "hmac.new("],
    String.raw`[\w.]{4,14}\((?:[^()\n"',]{1,60},|\{[^{}\n]{0,120}\},|["'][\w-]{1,30}["'],)?\s{0,3}b?${QUOTED}`,
    isPasswordLike,
  ),
  // `<input type="password" … value="…">`
  tell(
    "named-secret",
    ['="password"'],
    String.raw`="password"[^<>]{0,120}?\svalue="([^"\s]{4,200})(?=")`,
    isPasswordLike,
  ),
  // Freemius gives out keys of any signs.
  tell("secret", ["secret_key"], String.raw`\w{10}["']\s{0,8}=>\s{0,8}["'](sk_\S{29})(?=["'])`),
  // WordPress: `define('AUTH_KEY', '…')`
  tell(
    "named-secret",
    ["_KEY'", "_SALT'"],
    String.raw`[A-Z_]{4,5}',\s{0,8}'([^'\n]{32,200})(?=')`,
    (value) => !/\byour\b|phrase/.test(value),
    /(?:AUTH|LOGGED_IN|NONCE)$/,
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
  // The rest of a text that was put together from pieces.
  tell(
    "secret-piece",
    ["[redacted:"],
    String.raw`\[redacted:[a-z0-9-]{2,40}\]["'](?:\s{0,3}[+.&]\s{0,20}|\s{0,3}\\?\n\s{0,20})["']([^"'\\\s]{2,400})(?=["'])`,
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
