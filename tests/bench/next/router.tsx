// What Linnet's components take from @remix-run/react, by Next's own router.
"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";

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
