// A name with an ending that files have, alone or below folders. Sentences end with dots too, so the ending must be a known one.
const PATH =
  /(?<![\w/.@-])(?:~?\/|\.{1,2}\/)?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.(?:go|[cm]?[jt]sx?|py|rs|mdx?|json[lc]?|ya?ml|toml|sh|bash|sql|s?css|html?|txt|mod|php|java|kt|swift|[ch](?:pp)?|rb|lock|proto|tf|env|cfg|ini|xml|vue|svelte)(?![\w/])/g;

/** Files named in a text, each once: `src/app/open.ts`, `README.md`. */
export function pathsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(PATH), ([path]) => path))];
}
