// The wizard's wire: its posts are the steps, the bird sits on the current one.
import { Bird } from "./bird";

export function Steps({ labels, current }: { labels: readonly string[]; current: number }) {
  return (
    <ol className="steps" aria-label="Steps">
      {labels.map((label, index) => (
        <li
          key={label}
          className={index < current ? "is-done" : undefined}
          aria-current={index === current ? "step" : undefined}
        >
          {index === current && <Bird className="steps__bird" />}
          {label}
          {index < current && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
