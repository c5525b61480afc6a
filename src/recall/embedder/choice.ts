import { TidemarkError } from "../../error.js";
import { readAddress } from "../../host/server-address.js";

export type EmbedderChoice =
  | { readonly is: "none" }
  | { readonly is: "table" }
  | { readonly is: "ollama" | "openai"; readonly model: string; readonly url: string }
  | { readonly is: "transformers"; readonly model: string };

const FORM = /^(ollama|openai|transformers):(.+?)(?:@(https?:\/\/.*))?$/;
const HINT =
  "Use table, none, ollama:MODEL, openai:MODEL or transformers:MODEL. The server of ollama and openai may follow: ollama:MODEL@http://HOST:PORT";

const WHOSE = { what: "embedder", keyIn: "TIDEMARK_EMBEDDER_KEY" } as const;

/** The default server addresses. Nothing leaves the machine unless the user writes `openai` or an address. */
export const SERVERS = { ollama: "http://127.0.0.1:11434", openai: "https://api.openai.com/v1" } as const;

/** Parses `table`, `none`, `ollama:MODEL[@URL]`, `openai:MODEL[@URL]` or `transformers:MODEL`. */
export function readEmbedderChoice(text: string): EmbedderChoice {
  const said = text.trim();
  if (said === "" || said === "table") return { is: "table" };
  if (said === "none") return { is: "none" };
  const [, is, model = "", address] = FORM.exec(said) ?? [];
  if (is === "ollama" || is === "openai")
    return { is, model, url: readAddress(address ?? SERVERS[is], WHOSE) };
  if (is === "transformers" && address === undefined) return { is, model };
  throw new TidemarkError("bad-argument", `"${said.slice(0, 100)}" names no embedder.`, { hint: HINT });
}
