// Progress bar, and placeholder lines for text that is loading.
import { classNames } from "~/ui/class-names";

interface ProgressProps {
  label: string;
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
