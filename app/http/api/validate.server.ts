// Validates a value and maps schema issues to the contract's codes.
import type { z } from "zod";
import { AppError, type FaultType, type FieldFault } from "~/ground/errors";
import { sentenceOf } from "./reading/messages.server";

/** Throws invalid with one fault per field, in the contract's `detail` shape. */
export function validate<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const read = faultsOf(schema, value, () => place);
  if (read.faults.length > 0) throw new AppError("invalid", messageOf(read.faults), { faults: read.faults });
  return read.value as T;
}

export function faultsOf(
  schema: z.ZodType,
  value: unknown,
  whereIs: (name: string) => string,
): { value: unknown; faults: FieldFault[] } {
  const result = schema.safeParse(value, { error: sentenceOf });
  if (result.success) return { value: result.data, faults: [] };
  const faults = result.error.issues.map((issue) => {
    const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    return { loc: [whereIs(String(path[0] ?? "")), ...path], msg: issue.message, type: typeOf(issue, value) };
  });
  return { value: undefined, faults };
}

export const messageOf = (faults: readonly FieldFault[]): string =>
  [...new Set(faults.map((fault) => fault.msg))].join(", ");

function typeOf(issue: z.core.$ZodIssue, value: unknown): FaultType {
  if (at(value, issue.path) == null) return "required";
  if (issue.code === "custom") return (issue.params?.["type"] as FaultType | undefined) ?? "invalid";
  if (issue.code === "unrecognized_keys") return "unknown_field";
  const isLength = "origin" in issue && (issue.origin === "string" || issue.origin === "array");
  if (issue.code === "too_big") return isLength ? "too_long" : "not_in_range";
  if (issue.code === "too_small") return isLength ? "too_short" : "not_in_range";
  return String(issue.path.at(-1) ?? "").endsWith("_id") ? "not_an_id" : "invalid";
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (found, part) =>
      typeof found === "object" && found !== null ? (found as Record<PropertyKey, unknown>)[part] : undefined,
    value,
  );
