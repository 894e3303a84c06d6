// Keeps the page that a form returns to within this origin. Pure.
const base = "http://linnet.invalid";

/** A path of this origin with its query; else the timeline. */
export function pathOf(named: string | null): string {
  const url = named?.startsWith("/") && URL.canParse(named, base) ? new URL(named, base) : null;
  // Two leading slashes would name another host.
  return url?.origin === base ? `${url.pathname.replace(/^\/{2,}/, "/")}${url.search}` : "/timeline";
}
