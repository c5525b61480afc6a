import { isBarePassword, isLikely, isPasswordLike, isPlaceholder } from "../value.js";
import { mayBeArgument, mayName, maySay } from "./may.js";
import { type Rule, rule } from "./rule.js";

// A name and its value further apart than in an assignment: pairs, calls, commands, prose.
const NAMES = "pass|pwd|secret|token|api_key|apikey|api-key|private_key|accesskey";
const QUOTED = String.raw`["'\x60]([^"'\x60\\\s]{4,400})(?=["'\x60])`;
const LOOSE = String.raw`["']?([^\s"'\x60<>,;$(){}[\]]{6,400})`;

export const named: readonly Rule[] = [
  // `name: DB_PASSWORD, value: …`, `<add key="DbPassword" value="…">`, `<key>password</key><string>…`,
  // `variable "password" { default = … }`, and `setPassword("…")`
  rule(
    "named-secret",
    NAMES,
    String.raw`[\w.-]{3,44}(?:["']?[,\s]\s{0,20}["']?[Vv]alue["']?\s{0,3}[:=]\s{0,3}${LOOSE}` +
      String.raw`|</key>\s{0,20}<string>([^<\s]{6,400})(?=<)` +
      String.raw`|"\s{0,3}\{[^{}]{0,200}?\bdefault\s{0,4}=\s{0,3}${QUOTED}` +
      String.raw`|\(\s{0,3}${QUOTED})`,
    { accept: isLikely, may: mayName },
  ),
  // `put("password", "…")`, `setProperty('db.password', '…')`
  rule("named-secret", NAMES, String.raw`[\w.-]{3,44}["']\s{0,2},\s{0,4}${QUOTED}`, {
    accept: isLikely,
    left: /(?:set|put|add|append|insert|with|property|header|option|config|env)\w{0,12}\(\s{0,2}["'][\w.-]{0,24}$/i,
    may: mayBeArgument,
  }),
  rule(
    "named-secret",
    "<pass|<pwd|<secret|<token|<apikey|<api_key",
    String.raw`<[\w.-]{3,44}(?: [\w:.-]{1,30}="[^"<>]{0,60}"){1,4}>([^<\s]{6,400})(?=</)`,
    { accept: isLikely },
  ),
  // NuGet's clear-text password, which may contain blanks.
  rule("named-secret", "password", String.raw`\w{8}["']\s{0,4}[Vv]alue\s?=\s?["']([^"'\n]{4,200})(?=["'])`, {
    accept: (value) => !isPlaceholder(value),
    left: /cleartext$/i,
  }),
  // `auth=("joe", "…")`, `HTTPBasicAuth('joe', '…')`, `getConnection(url, "joe", "…")`
  rule(
    "called-secret",
    "auth=(|auth(|credential(|credentials(|getconnection(",
    String.raw`\w{4,30}=?\((?:[^()\n"']{0,60},|["'][^"'\n]{0,200}["'],)?\s{0,3}["'][^"'\n]{1,60}["'],\s{0,3}${QUOTED}`,
    { accept: isPasswordLike },
  ),
  // `jwt.sign(payload, '…')`, `createHmac('sha256', '…')`
  rule(
    "called-secret",
    "jwt.sign(|jwt.verify(|jwt.encode(|hmac(|hmac.new(",
    String.raw`[\w.]{4,14}\((?:[^()\n"',]{1,60},|\{[^{}\n]{0,120}\},|["'][\w-]{1,30}["'],)?\s{0,3}b?${QUOTED}`,
    { accept: isPasswordLike },
  ),
  // `<input type="password" … value="…">`
  rule("named-secret", '="password"', String.raw`="password"[^<>]{0,120}?\svalue="([^"\s]{4,200})(?=")`, {
    accept: isPasswordLike,
  }),
  // Freemius keys contain any signs.
  rule("secret", "secret_key", String.raw`\w{10}["']\s{0,8}=>\s{0,8}["'](sk_\S{29})(?=["'])`),
  // WordPress: `define('AUTH_KEY', '…')`
  rule("named-secret", "_KEY'|_SALT'", String.raw`[A-Z_]{4,5}',\s{0,8}'([^'\n]{32,200})(?=')`, {
    accept: (value) => !/\byour\b|phrase/.test(value),
    left: /(?:AUTH|LOGGED_IN|NONCE)$/,
  }),
  // The password is …, le mot de passe est …
  rule(
    "spoken-password",
    "password|passwd|passphrase|passwort|passcode|mot de passe|kennwort|contrase|senha",
    String.raw`(?:mot de passe|[^\W\d_]{5,10}(?:\u00f1a)?)(?: (?:for|of|to|on|pour|de|du)(?: [\w.@'-]{1,20}){1,4}?)? (?:is|was|est|ist|es|set to|to)(?: now| set to|:)? {1,2}["'\x60]?([^\s"'\x60<>,;]{5,99}[^\s"'\x60<>,;.!?:)])`,
    { accept: (value) => isBarePassword(value) || isWordPair(value), may: maySay },
  ),
  // The rest of a concatenated string.
  rule(
    "secret-piece",
    "[redacted:",
    String.raw`\[redacted:[a-z0-9-]{2,40}\]["'](?:\s{0,3}[+.&]\s{0,20}|\s{0,3}\\?\n\s{0,20})["']([^"'\\\s]{2,400})(?=["'])`,
    { accept: isPasswordLike },
  ),
  rule(
    "mnemonic",
    "mnemonic|seed phrase|seed_phrase|seedphrase|seed-phrase|recovery phrase|recovery_phrase|secret phrase|backup phrase",
    String.raw`(?:mnemonic|\w{4,8}[ _-]?phrase)\w{0,12}["']?\s{0,3}(?:[:=]|=>|is:?)\s{0,4}["'\x60]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])`,
    { flags: "iy" },
  ),
  rule(
    "card-number",
    "card number|card_number|card-number|cardnumber|card no|cardno|credit card|credit_card|creditcard",
    String.raw`(?:credit[ _-]?)?card(?:[ _-]?(?:number|no|num|nr))?\.?["']?\s{0,3}[:=]\s{0,3}["']?(\d(?:[ -]?\d){12,18})(?![\d-])`,
    { accept: isCardNumber, flags: "iy" },
  ),
];

// `Sommer-Regen77`: words with a number, as only passwords have.
function isWordPair(value: string): boolean {
  return /^[A-Z][a-z]{2,15}(?:[-_.][A-Za-z][a-z]{2,15}){1,3}\d{2,6}$/.test(value) && !isPlaceholder(value);
}

// Checks the Luhn digit.
function isCardNumber(value: string): boolean {
  const digits = value.replace(/\D/g, "");
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}
