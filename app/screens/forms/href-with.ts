// Returns the current URL with some query parameters changed; null removes one.
export type AddressChange = Record<string, string | null>;

export function hrefWith({ pathname, search }: { pathname: string; search: string }, change: AddressChange): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  // Two leading slashes would name another host.
  return `${pathname.replace(/^\/{2,}/, "/")}${text && `?${text}`}`;
}
