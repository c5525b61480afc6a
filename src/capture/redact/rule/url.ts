import { isNotFiller, type Rule, token } from "./rule.js";

// Credentials inside addresses and connection strings.
export const url: readonly Rule[] = [
  {
    name: "url-password",
    keyword: ["://"],
    pattern: /:\/\/[^\s:/?#@"'`<>()[\]{}|\\]{0,100}:([^\s/?#"'`<>\\]{1,200})(?=@[A-Za-z0-9[{_.-])/y,
    accept: isPassword,
  },
  {
    name: "url-token",
    keyword: ["://"],
    pattern: /:\/\/((?=[\w-]{0,60}\d)[\w-]{20,200})(?=@[A-Za-z0-9][\w.-]{2,100})/y,
    accept: isNotFiller,
  },
  token(
    "url-signature",
    "sig= signature= token= code=",
    /(?<=[?&])(?:sig|signature|access_token|token|code)=((?=[\w%-]{0,40}\d)[\w%.+-]{32,2000})/iy,
  ),
];

function isPassword(value: string): boolean {
  return (
    isNotFiller(value) && !/^(?:password|passwd|\d{1,5}[,;]?.*|[$%{[<*].*|.*\$\{.*|.*\{\{.*)$/i.test(value)
  );
}
