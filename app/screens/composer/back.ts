// Keeps the page that a form returns to within this origin. Pure.
const base = "http://linnet.invalid";

/** A path of this origin with its query; else the timeline. */
export function pathOf(named: string | null): string {
  const url = named?.startsWith("/") && URL.canParse(named, base) ? new URL(named, base) : null;
  // The composer's own page would stay open with what was saved.
  if (url?.origin !== base || /^\/+write\/*$/.test(url.pathname)) return "/timeline";
  // Two leading slashes would name another host.
  return `${url.pathname.replace(/^\/{2,}/, "/")}${url.search}`;
}
