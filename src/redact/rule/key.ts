import { type Rule, rule, table } from "./rule.js";

// Keys and signed tokens that look the same for every vendor.
const tokens = table(String.raw`
jwt  eyJ  \beyJ[\w-]{9,1500}\.(?:eyJ|ZXlK)?[\w-]{8,8000}(?:\.[\w-]{0,2000}){0,3}
jwt-base64  ZXlK  \bZXlK[A-Za-z0-9+/]{40,8000}={0,2}
ntlm-message  tlrmtvntuaa  TlRMTVNTUAA[A-Za-z0-9+/]{20,4000}={0,2}
age-secret-key  -secret-key-1  (?i)-SECRET-KEY-1[A-Z0-9]{50,70}  AGE$
nkey-seed  SUA SCA SOA SNA SXA  \b(?<![+/_-])S[UCONX]A[A-Z2-7]{55}(?![A-Za-z0-9+/=_-])
private-key-der  MII  \b(?<![+/=])MII[A-Za-z][A-Za-z0-9+/]{2}IBAA[A-Za-z0-9+/]{30,8000}(?:\s{1,8}[A-Za-z0-9+/]{24,200}){0,100}={0,2}
private-key-base64  ls0tls1crudjti  LS0tLS1CRUdJTi(?!BQVUJMSUM|BDRVJU)[A-Za-z0-9+/]{40,16000}={0,2}
ansible-vault  $ansible_vault  \$ANSIBLE_VAULT;[\d.]{3};AES256[;\w]{0,40}\s{1,4}([0-9a-f]{32,200}(?:\s{1,12}[0-9a-f]{32,200}){0,400})
putty-private-key  private-lines:  Private-Lines: \d{1,3}\s{1,2}([A-Za-z0-9+/=]{40,80}(?:\s{1,2}[A-Za-z0-9+/=]{40,80}){0,100})
jwk-private  "d" "k"  "[dk]"\s{0,3}:\s{0,3}"([\w-]{22,1400})(?=")
secp256k1-key  private_key privatekey private-key  (?i)private[_-]?key\w{0,20}["']?\s{0,3}[:=]\s{0,3}["']?((?:0x)?[0-9a-f]{64})(?!\w)
openssh-key-base64  b3blbnnzac1rzxktdjea  b3BlbnNzaC1rZXktdjEA[A-Za-z0-9+/]{40,8000}(?:\s{1,8}[A-Za-z0-9+/]{40,200}){0,100}={0,2}
password-hash  $apr1$ $1$ $5$ $6$ $2a$ $2b$ $2y$ $y$ $argon2  \$(?:apr1\$[\w./]{1,8}\$[\w./]{22}|1\$[\w./]{1,8}\$[\w./]{22}|[56]\$(?:rounds=\d{1,9}\$)?[\w./]{1,16}\$[\w./]{20,86}|2[aby]\$\d\d\$[\w./]{50,53}|y\$[\w./]{1,8}\$[\w./]{1,40}\$[\w./]{20,90}|argon2(?:id|i|d)\$v=\d{1,3}\$[\w=,]{6,40}\$[\w+/=]{8,100}\$[\w+/=]{16,200})
password-hash  {ssha {sha} pbkdf2  (?:\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{26,200}={0,2}|pbkdf2[_:-]sha\d{1,3}[$:]\d{3,8}\$[\w+/=]{4,60}\$[\w+/=]{20,200})
session-cookie  jsessionid= phpsessid= connect.sid= asp.net_sessionid= laravel_session=  (?i)[\w.]{9,20}=([\w%.+-]{16,400})
pgpass-password  :5432: :*:*:  :(?:5432|\*):[^:\s]{1,60}:[^:\s]{1,60}:([^\s:"'$<{]{4,100})(?=\s|$|["'])
oracle-password  oracle:thin:  oracle:thin:[^\s/"'@:]{1,40}/([^\s"'@]{4,100})(?=@)
`);

// Further indented entries of the data.
const MORE_DATA = String.raw`(?:["']?[ \t]{0,4}\n[ \t]{1,12}[\w.-]{1,60}:[ \t]{1,12}["']?[A-Za-z0-9+/]{4,4000}={0,3}(?=["']?\s|$)){0,30}`;

export const key: readonly (Rule | string)[] = [
  rule(
    "private-key",
    "-BEGIN|- BEGIN",
    "- ?BEGIN[A-Z0-9 _-]{0,60}PRIVATE KEY(?: BLOCK)? ?-{4,5}" +
      // A whole block; code that puts one together is not a block.
      String.raw`(?:(?:(?!---- ?(?:BEGIN|END))[^(){}$;<\x60]){24,20000}?(?:-{4,5} ?END[A-Z0-9 _-]{0,60})?KEY(?: BLOCK)? ?-{4,5}` +
      // A block without its END ends with the last line of base64.
      String.raw`|(?:\s|\\[nr]){0,6}(?:[\w-]{1,20}: [^\n]{1,80}\n\s{0,3}){0,4}(?:[A-Za-z0-9+/=]{16,200}(?:\s|\\[nr]){0,6}){1,400})`,
    {
      before: (text, at) => at - (/-{3,4}$/.exec(text.slice(Math.max(0, at - 4), at))?.[0].length ?? at + 1),
      accept: (block) => !/x{12}|\.{3}/i.test(block),
    },
  ),
  // Blocks whose BEGIN was cut off: base64 lines right before END.
  rule("private-key", "-END ", "-END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----", {
    before: (text, at) => (text.slice(at - 4, at) === "----" ? keyBodyStart(text, at - 4) : -1),
  }),
  // A manifest of kind Secret: the first value of its data.
  rule(
    "kubernetes-secret",
    "data:",
    String.raw`data:[^\n]{0,40}\s{1,20}[\w.-]{1,60}:[ \t]{0,12}(?:[|>][ \t]{0,12}\s{0,20})?['"]?([A-Za-z0-9+/]{8,4000}={0,3})(?=[\s\S]{0,400}?kind:[ \t]{0,12}["']?[Ss]ecret)`,
  ),
  rule(
    "kubernetes-secret",
    "kind:",
    String.raw`kind:[ \t]{0,12}["']?[Ss]ecret\b[\s\S]{0,400}?\bdata:\s{1,20}[\w.-]{1,60}:[ \t]{0,12}['"]?([A-Za-z0-9+/]{8,4000}={0,3}${MORE_DATA})`,
  ),
  rule(
    "kubernetes-secret",
    "stringdata:",
    String.raw`stringData:\s{1,20}((?:[\w.-]{1,60}:[ \t]{1,12}[^\n]{1,400}\n?[ \t]{0,12}(?=[\w.-]{1,60}:[ \t]|\n|$)){1,30})`,
    { accept: (lines) => !/\$\{|\{\{|<[\w-]+>/.test(lines) },
  ),
  ...tokens,
];

// Goes back over full lines of base64, with real or escaped line breaks.
function keyBodyStart(text: string, end: number): number {
  let start = end;
  for (let line = /[A-Za-z0-9+/=]{1,200}(?:\s|\\r|\\n){0,6}$/; ; ) {
    const left = line.exec(text.slice(Math.max(0, start - 208), start))?.[0];
    if (!left || left.length < (start === end ? 16 : 40)) break;
    start -= left.length;
  }
  return start < end ? start : -1;
}
