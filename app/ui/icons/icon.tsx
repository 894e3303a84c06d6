// Icon as large as the text beside it, by reference to a shared SVG file.
import drawings from "../icons.svg";
import type { IconName } from "./icons";

export type { IconName };

export function Icon({ of: name }: { of: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}

export const linnet = `${drawings}#linnet`;
