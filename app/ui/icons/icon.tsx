// One icon at the size of the words beside it, or the bird: a reference to a drawing, so that no drawing is a script.
import drawings from "../icons.svg";
import type { IconName } from "./icons";

export type { IconName };

/** It never speaks for itself. */
export function Icon({ of: name }: { of: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}

export const linnet = `${drawings}#linnet`;
