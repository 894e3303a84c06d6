// Waiting: a native bar, without an end where none is known, and lines where words will be.
import { classNames } from "~/ui/class-names";

interface ProgressProps {
  label: string;
  /** 0 to 100; left out where nobody knows. */
  value?: number;
  tone?: "honey" | "quiet";
}

export function Progress({ label, value, tone }: ProgressProps) {
  return (
    <progress
      className={classNames("progress", tone && `progress--${tone}`)}
      aria-label={label}
      value={value}
      max={value === undefined ? undefined : 100}
    />
  );
}

export function Skeleton({ shape }: { shape?: "round" | "mid" | "short" }) {
  return <span className={classNames("skeleton", shape && `skeleton--${shape}`)} />;
}
