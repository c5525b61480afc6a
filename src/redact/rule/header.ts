import { isPasswordLike, isPlaceholder } from "../value.js";
import { type Rule, rule } from "./rule.js";

// HTTP headers and the command lines that carry them.
export const header: readonly Rule[] = [
  rule(
    "authorization-header",
    "authorization",
    String.raw`authorization["'\\]{0,3}\s{0,3}[:=,]\s{0,3}["'\x60\\]{0,3}(?:[A-Za-z][\w-]{2,20}\s{1,4})?([\w+/=.~%:-]{8,4000})`,
    { accept: isCredential, flags: "iy" },
  ),
  rule("bearer-token", "bearer", String.raw`(?<![A-Za-z])bearer[\s:]{1,3}([\w+/=.~-]{16,4000})`, {
    accept: isCredential,
    flags: "iy",
  }),
  rule("basic-credentials", "basic ", String.raw`(?<![A-Za-z])basic ([A-Za-z0-9+/]{12,400}={0,2})(?![\w])`, {
    accept: (value) => isCredential(value) && (/=$/.test(value) || /[a-z]\d|\d[A-Z]/.test(value)),
    flags: "iy",
  }),
  rule(
    "cookie",
    String.raw`cookie:|cookie":|cookie':|cookie\":`,
    String.raw`\w{6}\\?["']?:\s{0,3}\\?["']?((?=[^\s=;]{1,80}=)(?:(?![Cc]ookie:)[^\r\n"'\\]){16,4000})`,
    { accept: (value) => /=[^;]{0,20}\d[^;]{6}/.test(value) && !isPlaceholder(value) },
  ),
  rule(
    "curl-header",
    `-H |-H'|-H"|--header`,
    String.raw`(?:-H|--header)[\s=]{0,4}\\?["']?[\w-]{0,30}(?:key|token|secret|auth)[\w-]{0,20}:\s{0,4}([\w=~@.+/-]{8,2000})`,
    { accept: isCredential, flags: "iy" },
  ),
  rule(
    "curl-user",
    "curl",
    String.raw`\w{4}\b(?:[^\n|;]|\\\n){0,400}?\s(?:-u|--user)[\s=]{1,3}["']?([^\s:"'$<{[]{0,60}["']?:["']?[^\s"'<{[]{0,100})(?![<{[])`,
    { accept: isUserPassword },
  ),
  rule(
    "curl-user",
    "-u |--user ",
    String.raw`--?u(?:ser)? {1,3}["']?([^\s:"'$<{[/]{1,60}:[^\s"'<{[/]{6,100})`,
    { accept: (pair) => isUserPassword(pair) && isPasswordLike(pair.slice(pair.indexOf(":") + 1)) },
  ),
  // The command that forgets a text must not record it.
  rule(
    "forgotten",
    "--pattern",
    String.raw`--pattern[\s=]{1,3}(?:\\?'([^'\\]{1,500})|\\?"([^"\\]{1,500})|([^\s'"\\-]\S{0,500}))`,
    { left: /tidemark\s+forget\b[^\n;|&]{0,40}$/ },
  ),
];

function isCredential(value: string): boolean {
  return (
    !isPlaceholder(value) && (/\d/.test(value) || (/[a-z][A-Z]/.test(value) && /[A-Z]{2}|[+/=]/.test(value)))
  );
}

// Either half may be the secret: `user:password`, `token:`, `:password`.
function isUserPassword(pair: string): boolean {
  const at = pair.indexOf(":");
  const user = pair.slice(0, at);
  const password = pair.slice(at + 1).replace(/^["']/, "");
  if (password === "") return isPasswordLike(user);
  return password.length > 2 && !/^(?:\$|\(|yyy|%|pass$|token$)/i.test(password) && !isPlaceholder(password);
}
