import { isNotFiller, type Rule, rule, table } from "./rule.js";

// Credentials inside addresses and connection strings.
export const url: readonly (Rule | string)[] = [
  rule(
    "url-password",
    "://",
    String.raw`://[^\s:/?#@"'\x60<>()[\]{}|\\]{0,100}:([^\s/?#"'\x60<>\\]{1,200})(?=@[A-Za-z0-9[{_.-])`,
    { accept: isPassword },
  ),
  rule("url-token", "://", String.raw`://((?=[\w-]{0,60}\d)[\w-]{20,200})(?=@[A-Za-z0-9][\w.-]{2,100})`, {
    accept: isNotFiller,
  }),
  // Go's addresses of MySQL: `app:…@tcp(db:3306)/shop`
  rule("url-password", "@tcp(|@unix(", String.raw`(?=@(?:tcp|unix)\()`, {
    before: (text, at) => {
      const left = /[\w.-]{1,60}:([^\s:/"'\x60<>()[\]{}]{3,100})$/.exec(
        text.slice(Math.max(0, at - 170), at),
      );
      return left?.[1] === undefined ? -1 : at - left[1].length;
    },
  }),
  ...table(String.raw`
url-signature  sig= signature= token= code=  (?i)(?<=[?&])(?:sig|signature|access_token|token|code)=((?=[\w%-]{0,40}\d)[\w%.+-]{32,2000})
`),
];

function isPassword(value: string): boolean {
  return (
    isNotFiller(value) &&
    !/^(?:password|passwd|\d{1,5}(?:[,;].*)?|[$%{[<*].*|.*\$\{.*|.*\{\{.*)$/i.test(value)
  );
}
