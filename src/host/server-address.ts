import { TidemarkError } from "../error.js";

interface AddressOf {
  /** "embedder" or "model". */
  readonly what: string;
  /** The environment variable for the key. */
  readonly keyIn: string;
}

/** Parses the address of a server. */
export function readAddress(text: string, { what, keyIn }: AddressOf): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new TidemarkError("bad-argument", `The ${what}'s address is none.`, {
      hint: "Write it like http://127.0.0.1:11434",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new TidemarkError("bad-argument", `The ${what}'s address has a password in it.`, {
      hint: `Put the key into ${keyIn}.`,
    });
  }
  return url.href.replace(/\/+$/, "");
}

/** A suffix for the names of models, because two servers may use one name; empty for the default server. */
export function serverIn(url: string, defaultUrl: string): string {
  if (url === defaultUrl) return "";
  const { host, pathname } = new URL(url);
  return `@${host}${pathname === "/" ? "" : pathname}`;
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
