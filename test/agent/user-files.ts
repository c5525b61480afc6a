/** Files as people have them, to which something of ours is added and from which it is taken again. */
export const JSON_FILES: { readonly [what: string]: string } = {
  "an empty object": "{}",
  "an empty object and a newline": "{}\n",
  "one line": '{"theme":"dark"}',
  "one line with spaces": '{ "theme": "dark" }\n',
  "two spaces": '{\n  "theme": "dark",\n  "env": {\n    "A": "1"\n  }\n}\n',
  tabs: '{\n\t"theme": "dark",\n\t"permissions": {\n\t\t"allow": []\n\t}\n}\n',
  "four spaces and no newline at the end": '{\n    "theme": "dark"\n}',
  "a byte order mark": '\uFEFF{\n  "theme": "dark"\n}\n',
  CRLF: '{\r\n  "theme": "dark",\r\n  "env": {}\r\n}\r\n',
  comments: '// mine\n{\n  // the theme\n  "theme": "dark" // best\n  /* the end */\n}\n// after\n',
  "only a comment": "{\n  // nothing yet\n}\n",
  "a trailing comma": '{\n  "theme": "dark",\n}\n',
};

export const TOML_FILES: { readonly [what: string]: string } = {
  "one key": 'model = "gpt-5.5"\n',
  "no newline at the end": 'model = "gpt-5.5"',
  comments: '# mine\nmodel = "gpt-5.5" # best\n\n# the end\n',
  CRLF: 'model = "gpt-5.5"\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
  "a byte order mark": '\uFEFFmodel = "gpt-5.5"\n',
  tables:
    'model = "gpt-5.5"\n\n[tui]\ntheme = "dark"\n\n[projects."/home/ada/photo-box"]\ntrust_level = "trusted"\n',
  "other servers": '[mcp_servers.docs]\ncommand = "docs"\nargs = ["--stdio"]\n',
  "text over several lines": 'notes = """\n[mcp_servers.tidemark]\n"""\n',
  "lists of tables": '[[rules]]\nname = "one"\n\n[[rules]]\nname = "two"\n',
};
