// The linnet, Linnet's logo.
import { linnet } from "./icon";

export function Bird({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 64 64" aria-hidden="true">
      <use href={linnet} />
    </svg>
  );
}

export function BirdOnWire() {
  return (
    <svg className="empty__art" viewBox="0 0 176 88" aria-hidden="true">
      <path className="empty__wire" d="M2 58Q88 84 174 58" />
      <use href={linnet} x="58" y="20" width="60" height="60" />
    </svg>
  );
}
