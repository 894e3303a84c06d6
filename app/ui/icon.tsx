// One icon at the size of the words beside it, or the bird: a reference to a drawing, so that no drawing is a script.
import type { LucideIcon } from "lucide-react";
import drawings from "./icons.svg";
import type { IconName } from "./icons";

export type { IconName, LucideIcon };
/** A name, or a drawing of lucide's that comes with its script. */
export type AnyIcon = IconName | LucideIcon;

/** It never speaks for itself. */
export function Icon({ of: name }: { of: AnyIcon }) {
  if (typeof name !== "string") {
    const Shape = name;
    return <Shape className="icon" aria-hidden="true" />;
  }
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}

export const linnet = `${drawings}#linnet`;
