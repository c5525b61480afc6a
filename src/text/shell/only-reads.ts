// Programs that read, without options that make them write.
const READING =
  /^\s*(?:(?:cd|ls|ll|cat|pwd|echo|printf|head|tail|wc|which|type|[ef]?grep|rg|ag|tree|stat|file|du|df|diff|cmp|jq|cut|tr|uniq|nl|date|whoami|id|uname|printenv|ps|true|false|test|\[|basename|dirname|realpath|readlink|sleep|npm (?:ls|view|outdated)|git (?!.*\s--output\b)(?:status|diff|log|show|blame|grep|ls-files|rev-parse|describe|remote|add|fetch|tag|config)|gh \w+ (?:view|list|status|checks|diff)|(?:find|fd)(?!.*\s(?:-delete|-exec|-ok|-fprint|-x|-X|--exec))|sed(?!.*\s-\w*[is-])|sort(?!.*\s-\w*o))(?=\s|$)|$)/;
// Quoted data. Double quotes may hold a substitution.
const QUOTED = /'[^']*'|"(?:[^"$`\\]|\\.)*"/g;

/** Whether a shell command clearly changes no file: no redirection, no substitution, and every part only reads. */
export function onlyReads(command: string): boolean {
  if (command.length > 2_000) return false;
  const plain = command.replace(QUOTED, "''").replace(/\s?\d?>{1,2}\s?(?:\/dev\/null|&\d)/g, "");
  return (
    !/[>`"]|\$\(|<\(|<</.test(plain) && plain.split(/&&|\|\|?|[;\n&]/).every((part) => READING.test(part))
  );
}
