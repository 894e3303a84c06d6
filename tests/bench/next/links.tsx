// What Linnet's components take from @remix-run/react, by Next's own link and hooks.
"use client";
import type { ComponentProps } from "react";
import NextLink from "next/link";
import { usePathname, useRouter, useSearchParams } from "next/navigation";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "href"> & { to: string; preventScrollReset?: boolean };

/** Not prefetched, as Linnet's aren't: sixty tasks would be sixty requests. */
export function Link({ to, preventScrollReset, ...rest }: LinkProps) {
  return <NextLink href={to} prefetch={false} scroll={!preventScrollReset} {...rest} />;
}

export function NavLink({ className, ...rest }: LinkProps) {
  const active = usePathname() === rest.to;
  return (
    <Link {...rest} className={active ? `${className} active` : className} aria-current={active ? "page" : undefined} />
  );
}

export function useNavigate() {
  const { push } = useRouter();
  return (to: string, { preventScrollReset }: { preventScrollReset?: boolean } = {}) =>
    push(to, { scroll: !preventScrollReset });
}

export function useLocation() {
  const search = useSearchParams().toString();
  const pathname = usePathname();
  return { pathname, search: search && `?${search}`, key: `${pathname}?${search}` };
}
