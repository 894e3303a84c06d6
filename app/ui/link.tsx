// A link to a place of Linnet's. Remix's own resolves its address against the routes three times, on each page for each link.
import type { AnchorHTMLAttributes } from "react";
import { type Following, useFollow } from "./use-follow";

export interface LinkProps extends Following, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** From the root on: "/timeline?week=1". */
  to: string;
  /** The browser loads it anew. */
  reloadDocument?: boolean;
}

export function Link({ to, reloadDocument, preventScrollReset, replace, onClick, ...rest }: LinkProps) {
  const follow = useFollow({ preventScrollReset, replace });
  const press: typeof onClick = (event) => {
    onClick?.(event);
    follow(event);
  };
  // By the attribute Remix finds the routes that it will be asked for, and reads them ahead.
  return <a data-discover="true" {...rest} href={to} onClick={reloadDocument ? onClick : press} />;
}
