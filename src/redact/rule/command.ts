import { isLikely, isPasswordLike, isPlaceholder, isRandom } from "../value.js";
import { type Rule, rule } from "./rule.js";

// Secrets on a command line: as an option, as the next word, or through a pipe.
export const command: readonly Rule[] = [
  rule(
    "secure-string",
    "securestring ",
    String.raw`\w{12}\s{1,3}(?:-\w{1,20}\s{1,3}){0,3}["']([^"'$\s][^"'\n]{3,200})(?=["'])`,
    { accept: (value) => !isPlaceholder(value) },
  ),
  // `set -gx API_TOKEN …`, `ENV API_TOKEN …`, `config set token …`
  rule(
    "spaced-secret",
    "set -|setx |setenv |ENV |config set |configure set |git config ",
    String.raw`(?:set(?:x|env| {1,3}-{1,2}\w{1,12}){1,3}|ENV|config(?:ure)? set|git config(?: --\w{1,8}){0,2}) {1,3}["']?[\w.:/-]{0,60}(?:pass|pwd|secret|token|key|auth)[\w.-]{0,30}["']? {1,4}["']?([^\s"'\x60<>,;$(){}[\]=-][^\s"'\x60<>,;$(){}[\]]{5,400})`,
    { accept: isLikely, flags: "iy" },
  ),
  rule("netrc-password", "login ", String.raw`\w{5}\s{1,4}\S{1,60}\s{1,8}password\s{1,4}(\S{4,200})`, {
    accept: isPasswordLike,
  }),
  rule(
    "piped-secret",
    "echo ",
    String.raw`\w{4} {1,3}(?:-n )?["']?([^\s"'\x60|$<>(){}]{6,400})(?=["']? {0,3}\| {0,3}(?:sudo -S|(?:sudo )?chpasswd|(?:docker|podman|helm|gh|oras|crane|npm|vercel|wrangler)\b[^\n|;]{0,80}(?:-stdin|-token|secret)|passwd --stdin))`,
    { accept: (value) => isPasswordLike(value.slice(value.indexOf(":") + 1)) },
  ),
  rule(
    "piped-secret",
    "-token <<<|-stdin <<<",
    String.raw`-\w{5} <<< {0,2}["']?([^\s"'\x60$<>(){}]{16,400})`,
    { accept: isRandom },
  ),
  rule(
    "cli-secret",
    "redis-cli|mongo|docker login|podman login|az login|ldap|smbclient|7z |7za |zip -|zip |htpasswd -|sqlcmd |secret set |authtoken ",
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
        String.raw`secret set\s[^\n|;]{0,80}?(?:--body|-b)[\s=]{1,3}`,
        String.raw`authtoken\s{1,3}`,
      ].join("|") +
      String.raw`)["']?([^\s"'\x60<>;(){}[\]\\$-][^\s"'\x60<>;(){}[\]\\$]{3,100})`,
    { accept: isPasswordLike },
  ),
  // `http -a joe:…`, `rabbitmqctl add_user joe …`, `mc alias set name url joe …`, `aws ssm put-parameter … --value …`
  rule(
    "cli-secret",
    " -a |_user |alias set |-parameter ",
    "(?:" +
      [
        String.raw`(?<=\bhttps?) -a\s{1,3}[^\s:]{1,60}:`,
        String.raw`(?<=\badd)_user\s{1,3}\S{1,60}\s{1,3}`,
        String.raw`(?<=\bmc )alias set\s{1,3}\S{1,40}\s{1,3}\S{1,100}\s{1,3}\S{1,60}\s{1,3}`,
        String.raw`(?<=\bput)-parameter\s[^\n|;]{0,120}?(?:pass|secret|token|key)[^\n|;]{0,60}?--value[\s=]{1,3}`,
      ].join("|") +
      String.raw`)["']?([^\s"'\x60<>;(){}[\]\\$-][^\s"'\x60<>;(){}[\]\\$]{3,100})`,
    { accept: isPasswordLike },
  ),
];
