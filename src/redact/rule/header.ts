import { isPasswordLike, isPlaceholder } from "../value.js";
import { lazy, type Rule } from "./rule.js";

// HTTP headers and the command lines that carry them.
export const header: readonly Rule[] = [
  {
    name: "authorization-header",
    keyword: ["authorization"],
    pattern: lazy(
      String.raw`authorization["'\\]{0,3}\s{0,3}[:=,]\s{0,3}["'\x60\\]{0,3}(?:[A-Za-z][\w-]{2,20}\s{1,4})?([\w+/=.~%:-]{8,4000})`,
      "iy",
    ),
    accept: isCredential,
  },
  {
    name: "bearer-token",
    keyword: ["bearer"],
    pattern: lazy(String.raw`(?<![A-Za-z])bearer[\s:]{1,3}([\w+/=.~-]{16,4000})`, "iy"),
    accept: isCredential,
  },
  {
    name: "basic-credentials",
    keyword: ["basic "],
    pattern: lazy(String.raw`(?<![A-Za-z])basic ([A-Za-z0-9+/]{12,400}={0,2})(?![\w])`, "iy"),
    accept: (value) => isCredential(value) && (/=$/.test(value) || /[a-z]\d|\d[A-Z]/.test(value)),
  },
  {
    name: "cookie",
    keyword: ["cookie:", 'cookie":', "cookie':", 'cookie\\":'],
    pattern: lazy(
      String.raw`\w{6}\\?["']?:\s{0,3}\\?["']?((?=[^\s=;]{1,80}=)(?:(?![Cc]ookie:)[^\r\n"'\\]){16,4000})`,
      "y",
    ),
    accept: (value) => /=[^;]{0,20}\d[^;]{6}/.test(value) && !isPlaceholder(value),
  },
  {
    name: "curl-header",
    keyword: ["-H ", "-H'", '-H"', "--header"],
    pattern: lazy(
      String.raw`(?:-H|--header)[\s=]{0,4}\\?["']?[\w-]{0,30}(?:key|token|secret|auth)[\w-]{0,20}:\s{0,4}([\w=~@.+/-]{8,2000})`,
      "iy",
    ),
    accept: isCredential,
  },
  {
    name: "curl-user",
    keyword: ["curl"],
    pattern: lazy(
      String.raw`\w{4}\b(?:[^\n|;]|\\\n){0,400}?\s(?:-u|--user)[\s=]{1,3}["']?([^\s:"'$<{[]{0,60}["']?:["']?[^\s"'<{[]{0,100})(?![<{[])`,
      "y",
    ),
    accept: isUserPassword,
  },
  {
    name: "curl-user",
    keyword: ["-u ", "--user "],
    pattern: lazy(String.raw`--?u(?:ser)? {1,3}["']?([^\s:"'$<{[/]{1,60}:[^\s"'<{[/]{6,100})`, "y"),
    accept: (pair) => isUserPassword(pair) && isPasswordLike(pair.slice(pair.indexOf(":") + 1)),
  },
  {
    // What an agent is asked to have forgotten is not to be written down by the very command.
    name: "forgotten",
    keyword: ["--pattern"],
    left: (left) => /tidemark\s+forget\b[^\n;|&]{0,40}$/.test(left),
    pattern: lazy(
      String.raw`--pattern[\s=]{1,3}(?:\\?'([^'\\]{1,500})|\\?"([^"\\]{1,500})|([^\s'"\\-]\S{0,500}))`,
      "y",
    ),
  },
];

function isCredential(value: string): boolean {
  return (
    !isPlaceholder(value) && (/\d/.test(value) || (/[a-z][A-Z]/.test(value) && /[A-Z]{2}|[+/=]/.test(value)))
  );
}

// Either half may hold the secret: `user:password`, `token:`, `:password`.
function isUserPassword(pair: string): boolean {
  const at = pair.indexOf(":");
  const user = pair.slice(0, at);
  const password = pair.slice(at + 1).replace(/^["']/, "");
  if (password === "") return isPasswordLike(user);
  return password.length > 2 && !/^(?:\$|\(|yyy|%|pass$|token$)/i.test(password) && !isPlaceholder(password);
}
