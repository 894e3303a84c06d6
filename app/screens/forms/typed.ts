// Returns a form's typed values without secrets and files. Pure.

const isSecret = (name: string): boolean => /password|^code$|^passkey$/i.test(name);

export function typedOf(form: FormData): Record<string, string> {
  const typed = new Map<string, string>();
  for (const [name, value] of form)
    if (typeof value === "string" && !isSecret(name))
      typed.set(name, typed.has(name) ? `${typed.get(name)},${value}` : value);
  return Object.fromEntries(typed);
}
