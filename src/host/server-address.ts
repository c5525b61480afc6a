import { TidemarkError } from "../error.js";

/** Who is looked for at an address, for the sentences about it. */
export interface AddressOf {
  /** "embedder", "model". */
  readonly what: string;
  /** The variable a key belongs into. */
  readonly keyIn: string;
}

/** Reads the address of a server as a person wrote it. */
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
