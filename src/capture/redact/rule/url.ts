import { isNotFiller, lazy, type Rule, table } from "./rule.js";

// Credentials inside addresses and connection strings.
export const url: readonly (Rule | string)[] = [
  {
    name: "url-password",
    keyword: ["://"],
    pattern: lazy(
      String.raw`://[^\s:/?#@"'\x60<>()[\]{}|\\]{0,100}:([^\s/?#"'\x60<>\\]{1,200})(?=@[A-Za-z0-9[{_.-])`,
      "y",
    ),
    accept: isPassword,
  },
  {
    name: "url-token",
    keyword: ["://"],
    pattern: lazy(String.raw`://((?=[\w-]{0,60}\d)[\w-]{20,200})(?=@[A-Za-z0-9][\w.-]{2,100})`, "y"),
    accept: isNotFiller,
  },
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
