// A placeholder face: the first letter of a name, or an icon; and the name beside it.
import { classNames } from "./class-names";
import { Icon, type LucideIcon } from "./icon";

interface AvatarProps {
  of: string | LucideIcon;
  small?: boolean;
  /** The default account wears a ring. */
  isDefault?: boolean;
}

export function Avatar({ of: face, small, isDefault }: AvatarProps) {
  return (
    <span className={classNames("avatar", small && "avatar--small", isDefault && "avatar--default")} aria-hidden="true">
      {typeof face === "string" ? firstLetter(face) : <Icon of={face} />}
    </span>
  );
}

export function Who({ name, detail }: { name: string; detail: string }) {
  return (
    <span className="who">
      <strong>{name}</strong> <span>{detail}</span>
    </span>
  );
}

/** The first letter or digit of any script; a name of none keeps its place with a dot. */
const firstLetter = (name: string): string => name.match(/[\p{L}\p{N}]/u)?.[0] ?? "·";
