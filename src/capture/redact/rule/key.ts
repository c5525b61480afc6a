import { lazy, type Rule, token, word } from "./rule.js";

// Keys and signed tokens that are the same with every vendor.
export const key: readonly Rule[] = [
  {
    name: "private-key",
    keyword: ["-----begin", "---- begin"],
    pattern: lazy(
      String.raw`-{4,5} ?BEGIN[A-Z0-9 _-]{0,60}PRIVATE KEY(?: BLOCK)? ?-{4,5}` +
        // A whole block; code that puts one together is not a block.
        String.raw`(?:(?:(?!-----BEGIN)[^(){}$;<\x60]){36,20000}?KEY(?: BLOCK)? ?-{4,5}` +
        // A block cut off before its END runs as far as the lines of base64 do.
        String.raw`|(?:\s|\\[nr]){0,6}(?:[\w-]{1,20}: [^\n]{1,80}\n\s{0,3}){0,4}(?:[A-Za-z0-9+/=]{16,200}(?:\s|\\[nr]){0,6}){1,400})`,
      "iy",
    ),
    accept: (block) => !/x{12}|\.{3}/i.test(block),
  },
  // Blocks whose BEGIN was cut off: base64 lines right before END.
  {
    name: "private-key",
    keyword: ["-----end"],
    pattern: /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/iy,
    before: keyBodyStart,
  },
  word("jwt", "eyj", /eyJ[\w-]{9,4000}\.(?:eyJ|ZXlK)?[\w-]{8,8000}(?:\.[\w-]{0,2000}){0,3}/y),
  word("jwt-base64", "zxlk", /ZXlK[A-Za-z0-9+/]{40,8000}={0,2}/y),
  token("ntlm-message", "tlrmtvntuaa", /TlRMTVNTUAA[A-Za-z0-9+/]{20,4000}={0,2}/y),
  token("age-secret-key", "age-secret-key-1", /AGE-SECRET-KEY-1[A-Z0-9]{50,70}/iy),
  word("nkey-seed", "sua sca soa sna sxa", /(?<![+/_-])S[UCONX]A[A-Z2-7]{55}(?![A-Za-z0-9+/=_-])/y),
  word("private-key-der", "mii", /(?<![+/=])MII[A-Za-z][A-Za-z0-9+/]{2}IBAA[A-Za-z0-9+/\s]{40,8000}={0,2}/y),
  token("private-key-base64", "ls0tls1crudjti", /LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,16000}={0,2}/y),
  token(
    "ansible-vault",
    "$ansible_vault",
    /\$ANSIBLE_VAULT;[\d.]{3};AES256[;\w]{0,40}\s{1,4}([0-9a-f\s]{64,16000})/y,
  ),
  token("putty-private-key", "private-lines:", /Private-Lines: \d{1,3}\s{1,2}([A-Za-z0-9+/=\s]{40,8000})/y),
  token("jwk-private", '"d" "k"', /"[dk]"\s{0,3}:\s{0,3}"([\w-]{22,1400})(?=")/y),
  // A manifest of kind Secret: the first value of its data.
  {
    name: "kubernetes-secret",
    keyword: ["data:"],
    pattern:
      /(?:string)?data:[^\n]{0,40}\s{1,20}[\w.-]{1,60}:[ \t]{0,12}(?:[|>][ \t]{0,12}\s{0,20})?['"]?([A-Za-z0-9+/]{8,4000}={0,3})(?=[\s\S]{0,400}?kind:[ \t]{0,12}["']?secret)/iy,
  },
  {
    name: "kubernetes-secret",
    keyword: ["kind:"],
    pattern:
      /kind:[ \t]{0,12}["']?secret\b[\s\S]{0,400}?\bdata:\s{1,20}[\w.-]{1,60}:[ \t]{0,12}['"]?([A-Za-z0-9+/]{8,4000}={0,3})/iy,
  },
  token(
    "secp256k1-key",
    "private_key privatekey private-key",
    /private[_-]?key\w{0,20}["']?\s{0,3}[:=]\s{0,3}["']?((?:0x)?[0-9a-f]{64})(?![\w])/iy,
  ),
];

// Walks back over lines of base64, real or written as \\n, as long as they are full lines.
function keyBodyStart(text: string, end: number): number {
  let start = end;
  for (let line = /[A-Za-z0-9+/=]{1,200}(?:\s|\\r|\\n){0,6}$/; ; ) {
    const left = line.exec(text.slice(Math.max(0, start - 208), start))?.[0];
    if (!left || left.length < (start === end ? 16 : 40)) break;
    start -= left.length;
  }
  return start < end ? start : -1;
}
