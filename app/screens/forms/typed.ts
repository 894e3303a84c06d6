// What was typed into a form, as it may come back to the page: everything save secrets and files. Pure.

const isSecret = (name: string): boolean => /password|^code$|^passkey$/i.test(name);

/** Of boxes of one name all that were ticked, with commas between. */
export function typedOf(form: FormData): Record<string, string> {
  const typed = new Map<string, string>();
  for (const [name, value] of form)
    if (typeof value === "string" && !isSecret(name))
      typed.set(name, typed.has(name) ? `${typed.get(name)},${value}` : value);
  return Object.fromEntries(typed);
}
