// Link inside Linnet. Remix's Link resolves its URL against the routes three times per render.
import type { AnchorHTMLAttributes } from "react";
import { type Following, useFollow } from "./use-follow";

export interface LinkProps extends Following, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  to: string;
  reloadDocument?: boolean;
}

export function Link({ to, reloadDocument, preventScrollReset, replace, onClick, ...rest }: LinkProps) {
  const follow = useFollow({ preventScrollReset, replace });
  const press: typeof onClick = (event) => {
    onClick?.(event);
    follow(event);
  };
  // Remix preloads the routes of links with this attribute.
  return <a data-discover="true" {...rest} href={to} onClick={reloadDocument ? onClick : press} />;
}
