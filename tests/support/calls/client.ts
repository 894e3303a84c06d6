// A client of the API in this process, over the app's own router; a witness looks at every answer it gets.
import type { Router } from "./router";
import type { Seen, Witness } from "../witness";

export const origin = "http://localhost:3000";

export interface Sent {
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
}

export interface Answered<T> extends Omit<Seen, "body"> {
  body: T;
  headers: Headers;
}

export class Client {
  constructor(
    private readonly route: Router,
    private readonly witness: Witness,
  ) {}

  /** `by` is an API key; without one nothing is said about who asks. */
  async send<T = Record<string, unknown>>(
    method: string,
    path: string,
    { json, body, headers }: Sent = {},
    by?: string,
  ): Promise<Answered<T>> {
    const all = new Headers({ host: "localhost:3000", ...(by ? { authorization: `Bearer ${by}` } : {}) });
    if (json !== undefined) all.set("content-type", "application/json");
    for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
    const payload = json === undefined ? body : JSON.stringify(json);
    const request = new Request(`${origin}${path}`, { method, headers: all, body: payload });
    const response = await this.route(request);
    const seen = await this.witness.see(method, `${origin}${path}`, response, by);
    return { ...seen, body: seen.body as T, headers: response.headers };
  }
}

/** The path with its ids filled in. */
export const fill = (template: string, ids: Record<string, string | number>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => String(ids[name] ?? whole));
