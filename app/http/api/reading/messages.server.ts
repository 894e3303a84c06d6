// Default validation messages for schemas without their own.
import type { z } from "zod";
import { noSuchField } from "./no-such-field.server";

const expectedWords: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formatWords: Readonly<Record<string, string>> = {
  uuid: "an id such as 3f0c1a52-6f0e-4b8e-9d0a-2b1c7a54e901",
  date: "a date such as 2026-11-19",
  datetime: "an ISO 8601 time such as 2026-11-19T18:00:00Z",
  url: "a URL that begins with https://",
  email: "an email address",
  safeint: "a whole number",
};

type Issue = z.core.$ZodRawIssue;

export function sentenceOf(issue: Issue): string {
  const name = nameOf(issue.path ?? []);
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `${name} is missing`
        : `${name} must be ${expectedWords[issue.expected] ?? "of a different type"}`;
    case "invalid_value":
      return `${name} must be ${listed(issue.values)}`;
    case "too_big":
      return `${name} must be at most ${amountOf(issue.origin, issue.maximum)}`;
    case "too_small":
      return `${name} must be at least ${amountOf(issue.origin, issue.minimum)}`;
    case "invalid_format":
      return `${name} must be ${formatWords[issue.format] ?? "in a different format"}`;
    case "unrecognized_keys":
      return issue.keys.map((key) => noSuchField(key, [])).join(", ");
    default:
      return `${name} has the wrong type`;
  }
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path.filter((part) => typeof part === "string").at(-1) ?? "The value";

const listed = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(", ")}`;

const unitsOf: Readonly<Record<string, readonly [string, string]>> = {
  string: ["character", "characters"],
  array: ["item", "items"],
};

function amountOf(origin: string, amount: number | bigint): string {
  const [unit, units] = unitsOf[origin] ?? [];
  const count = amount.toLocaleString("en-US");
  return unit ? `${count} ${Number(amount) === 1 ? unit : units} long` : count;
}
