import { type Fields, fieldsOf, isFields } from "../agent/payload/fields.js";

/** The answer to a request that cannot be served. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Not `instanceof`, because the tools are in another bundle with its own class. */
export function isProtocolError(error: unknown): error is ProtocolError {
  return error instanceof Error && "code" in error && typeof error.code === "number";
}

export const CODE = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  version: -32022,
} as const;

export type Id = string | number;

/** One message of a client. */
export type Message =
  | { readonly is: "request"; readonly id: Id; readonly method: string; readonly params: Fields }
  | { readonly is: "notification"; readonly method: string; readonly params: Fields }
  | { readonly is: "response"; readonly id: Id; readonly result: Fields | undefined }
  | { readonly is: "nonsense"; readonly id: Id | null };

export function readMessage(value: unknown): Message {
  if (!isFields(value)) return { is: "nonsense", id: null };
  const { id, method, params, result } = value;
  const named = typeof id === "string" || typeof id === "number" ? id : undefined;
  if (typeof method === "string") {
    const fields = fieldsOf(params);
    if (named !== undefined) return { is: "request", id: named, method, params: fields };
    return "id" in value ? { is: "nonsense", id: null } : { is: "notification", method, params: fields };
  }
  const isAnswer = named !== undefined && ("result" in value || "error" in value);
  if (isAnswer) return { is: "response", id: named, result: isFields(result) ? result : undefined };
  return { is: "nonsense", id: named ?? null };
}
