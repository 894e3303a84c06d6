// Avatar: the first letter of a name, or a generic icon, and the name beside it.
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons/icon";

interface AvatarProps {
  of: string | null;
  small?: boolean;
  isDefault?: boolean;
}

export function Avatar({ of: name, small, isDefault }: AvatarProps) {
  return (
    <span className={classNames("avatar", small && "avatar--small", isDefault && "avatar--default")} aria-hidden="true">
      {name === null ? <Icon of="user-round" /> : firstLetter(name)}
    </span>
  );
}

export function Who({ name, detail }: { name: string; detail: string }) {
  return (
    <span className="who">
      <strong dir="auto">{name}</strong> <span>{detail}</span>
    </span>
  );
}

const firstLetter = (name: string): string => name.match(/[\p{L}\p{N}]/u)?.[0] ?? "·";
