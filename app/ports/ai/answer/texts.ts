// Extracts the texts from the JSON values of a model's answer, whatever their names. Pure.

const listNames = ["tweets", "parts", "posts", "texts", "items", "ideas", "results"];
const textNames = ["text", "tweet", "content", "post", "part", "body"];

/** Prefers the last named list, then the last unnamed one, then single texts. Null means no list, [] an empty one. */
export function findTexts(values: readonly unknown[]): string[] | null {
  const last = (read: (value: unknown) => string[] | null) =>
    values.reduce<string[] | null>((found, value) => read(value) ?? found, null);
  const single = values.map(textOf).filter((text) => text !== null);
  return last(namedTexts) ?? last(listed) ?? (single.length > 0 ? single : null);
}

function namedTexts(value: unknown, depth = 0): string[] | null {
  if (!isObject(value)) return null;
  const lists = listNames.map((name) => listed(value[name]) ?? numbered(value[name]));
  const found = lists.find((list) => list != null) ?? numbered(value);
  if (found || depth > 0) return found ?? null;
  return Object.values(value).reduce<string[] | null>((texts, inner) => namedTexts(inner, depth + 1) ?? texts, null);
}

function listed(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const list: unknown[] = value.length === 1 && Array.isArray(value[0]) ? value[0] : value;
  const texts = list.map((element) => (typeof element === "string" ? element : textOf(element)));
  return texts.every((text) => text !== null) ? texts : null;
}

function numbered(value: unknown): string[] | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  const texts = entries.map(([name, one]) => (/\d$/.test(name) ? (typeof one === "string" ? one : textOf(one)) : null));
  return entries.length > 0 && texts.every((text) => text !== null) ? texts : null;
}

function textOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  const found = textNames.map((name) => value[name]).find((text) => typeof text === "string");
  return typeof found === "string" ? found : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
