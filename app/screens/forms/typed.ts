// What was typed into a form, as it may come back to the page: everything save secrets and files. Pure.

const isSecret = (name: string): boolean => /password|^code$|^passkey$/i.test(name);

export const typedOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string" && !isSecret(entry[0])),
  );
