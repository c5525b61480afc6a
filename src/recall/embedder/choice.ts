import { TidemarkError } from "../../error.js";

/** Which embedder a person chose. */
export type EmbedderChoice =
  | { readonly is: "none" }
  | { readonly is: "table" }
  | { readonly is: "ollama" | "openai"; readonly model: string; readonly url: string }
  | { readonly is: "transformers"; readonly model: string };

const FORM = /^(ollama|openai|transformers):(.+?)(?:@(https?:\/\/.*))?$/;
const HINT =
  "Use table, none, ollama:MODEL, openai:MODEL or transformers:MODEL. The server of ollama and openai may follow: ollama:MODEL@http://HOST:PORT";

/** Where a server is looked for unless an address is given. Only who writes `openai` or an address sends anything away. */
export const SERVERS = { ollama: "http://127.0.0.1:11434", openai: "https://api.openai.com/v1" } as const;

/** Reads what was set: `table`, `none`, `ollama:MODEL[@URL]`, `openai:MODEL[@URL]` or `transformers:MODEL`. */
export function readEmbedderChoice(text: string): EmbedderChoice {
  const said = text.trim();
  if (said === "" || said === "table") return { is: "table" };
  if (said === "none") return { is: "none" };
  const [, is, model = "", address] = FORM.exec(said) ?? [];
  if (is === "ollama" || is === "openai") return { is, model, url: readUrl(address ?? SERVERS[is]) };
  if (is === "transformers" && address === undefined) return { is, model };
  throw new TidemarkError("bad-argument", `"${said.slice(0, 100)}" names no embedder.`, { hint: HINT });
}

/** What a name says of its server: nothing where it is the usual one. Two servers may mean two models by one name. */
export function serverIn(url: string, usual: string): string {
  if (url === usual) return "";
  const { host, pathname } = new URL(url);
  return `@${host}${pathname === "/" ? "" : pathname}`;
}

/** Whether an address means this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function readUrl(text: string): string {
  if (!URL.canParse(text)) {
    throw new TidemarkError("bad-argument", "The embedder's address is none.", {
      hint: "Write it like http://127.0.0.1:11434",
    });
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new TidemarkError("bad-argument", "The embedder's address has a password in it.", {
      hint: "Put the key into TIDEMARK_EMBEDDER_KEY.",
    });
  }
  return url.href.replace(/\/+$/, "");
}
