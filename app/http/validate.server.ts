// One schema, one way to say what is wrong with a value.
import type { z } from "zod";
import { AppError, type FieldFault } from "~/errors";

/** Throws invalid with one fault a field, in the shape of the contract's `detail` list. */
export function validate<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults: FieldFault[] = result.error.issues.map((issue) => ({
    loc: [where, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))],
    msg: issue.message,
    type: issue.code ?? "invalid",
  }));
  const sentences = [...new Set(faults.map((fault) => fault.msg))];
  throw new AppError("invalid", sentences.join(", "), { faults });
}
