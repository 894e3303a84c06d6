// The forms in which the fake X answers: JSON, its problems, version 1's errors, forms.
import type { Answer } from "./fake-x-faults";

export type Headers = Record<string, string>;

export const json = (status: number, body: unknown, headers: Headers = {}): Answer => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body),
});

export const problem = (status: number, title: string, detail: string, headers: Headers = {}): Answer =>
  json(
    status,
    { title, detail, type: "about:blank", status },
    { "content-type": "application/problem+json", ...headers },
  );

export const form = (fields: Record<string, string>, headers: Headers = {}): Answer => ({
  status: 200,
  headers: { "content-type": "text/html;charset=utf-8", ...headers },
  body: new URLSearchParams(fields).toString(),
});

export const v1Error = (status: number, code: number, message: string): Answer =>
  json(status, { errors: [{ code, message }] });

export const invalid = (message: string, parameters: Record<string, string[]> = {}): Answer =>
  json(
    400,
    {
      errors: [{ parameters, message }],
      title: "Invalid Request",
      detail: "One or more parameters to your request was invalid.",
      type: "https://api.twitter.com/2/problems/invalid-request",
    },
    { "content-type": "application/problem+json" },
  );
