// Steps of a wizard, with the bird on the current one.
import { Bird } from "~/ui/icons/bird";

export function Stepper({ labels, current }: { labels: readonly string[]; current: number }) {
  return (
    <ol className="stepper" aria-label="Steps">
      {labels.map((label, index) => (
        <li
          key={label}
          className={index < current ? "is-done" : undefined}
          aria-current={index === current ? "step" : undefined}
        >
          {index === current && <Bird className="stepper__bird" />}
          <span>{label}</span>
          {index < current && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
