// Removes what databases can't store: Postgres refuses NUL, and lone surrogates come back changed.

const unkept = /\0|\p{Surrogate}/u;

export const isPlainText = (text: string): boolean => !unkept.test(text);

export const toPlainText = (text: string): string =>
  isPlainText(text) ? text : text.replace(/\0|\p{Surrogate}/gu, "");

/**
 * Line breaks and invisible characters. Joiners and variation selectors are allowed: emoji and some scripts need them.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|(?![\u200c\u200d\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u;

export const isOneLine = (text: string): boolean => isPlainText(text) && !unseen.test(text);

export const isName = (text: string): boolean => isOneLine(text) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

export const notOneLine = "A name must be one line without hidden characters";

/** First top-level field with text that can't be stored. Iterative: JSON may be nested deeper than the stack. */
export function unkeptFieldOf(fields: Iterable<readonly [string, unknown]>): string | null {
  for (const [field, top] of fields) {
    const left: unknown[] = [field, top];
    while (left.length > 0) {
      const value = left.pop();
      if (typeof value === "string" && !isPlainText(value)) return toPlainText(field);
      if (typeof value === "object" && value !== null) for (const pair of Object.entries(value)) left.push(...pair);
    }
  }
  return null;
}

export function withPlainText<T>(value: T): T {
  if (typeof value === "string") return toPlainText(value) as T;
  if (Array.isArray(value)) return value.map(withPlainText) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [toPlainText(name), withPlainText(one)])) as T;
}

export const answeringPlainly = <Port extends object>(port: Port): Port =>
  new Proxy(port, {
    get(target, name) {
      const verb: unknown = Reflect.get(target, name);
      if (typeof verb !== "function") return verb;
      return (...texts: unknown[]) => {
        const answer: unknown = Reflect.apply(verb, target, texts);
        return answer instanceof Promise ? answer.then(withPlainText) : answer;
      };
    },
  });
