// Text that every database keeps as it is: SQLite keeps a NUL where Postgres refuses it, and half a surrogate pair comes back as another character.

const unkept = /\0|\p{Surrogate}/u;

/** Whether nothing of it would be lost or refused. */
export const isPlainText = (text: string): boolean => !unkept.test(text);

/** What is left of it without what can't be kept. */
export const toPlainText = (text: string): string =>
  isPlainText(text) ? text : text.replace(/\0|\p{Surrogate}/gu, "");

/**
 * Ends of lines, and what is not seen but changes what is: turned directions, joined and empty letters. Of these what
 * joins emoji and letters of some scripts stays.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|(?![\u200c\u200d\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u;

/** Whether it can stand among other words without passing for some of them. */
export const isOneLine = (text: string): boolean => isPlainText(text) && !unseen.test(text);

/** One line of which something is seen. */
export const isName = (text: string): boolean => isOneLine(text) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** What is said of one that is not. */
export const notOneLine = "A name is one line without hidden characters";

/**
 * The first text in a value, with the name of the field at its top, that can't be kept; names are texts too. Null where
 * all can. Not by recursion: JSON may be deeper than the stack.
 */
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

/** The same value with plain texts. What is neither text, list nor plain object is left as it is. */
export function withPlainText<T>(value: T): T {
  if (typeof value === "string") return toPlainText(value) as T;
  if (Array.isArray(value)) return value.map(withPlainText) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [toPlainText(name), withPlainText(one)])) as T;
}

/** The same port, of whose answers every text is plain: nobody can be asked to say it otherwise. */
export const answeringPlainly = <Port extends object>(port: Port): Port =>
  new Proxy(port, {
    get(target, name) {
      const verb: unknown = Reflect.get(target, name);
      if (typeof verb !== "function") return verb;
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(verb, target, given);
        return answer instanceof Promise ? answer.then(withPlainText) : answer;
      };
    },
  });
