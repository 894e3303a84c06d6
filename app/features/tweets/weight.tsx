// Shows a tweet's weighted length as a ring and a number of 280.
import { nearLimit, tweetLimit } from "./tweet";

function weightClass(length: number): string {
  if (length > tweetLimit) return "weight weight--over";
  return length >= nearLimit ? "weight weight--near" : "weight";
}

export function Weight({ length, about }: { length: number; about?: boolean }) {
  return (
    <span className={weightClass(length)}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle className="weight__track" cx="10" cy="10" r="8" />
        <circle
          className="weight__full"
          cx="10"
          cy="10"
          r="8"
          pathLength={tweetLimit}
          strokeDasharray={`${Math.min(length, tweetLimit)} ${tweetLimit}`}
        />
      </svg>
      <span>
        <span>{about ? `about ${length}` : length}</span>
        <span aria-hidden="true"> / </span>
        <span className="visually-hidden"> of </span>
        {tweetLimit}
      </span>
    </span>
  );
}
