// Draws a score as a bird's tail of ten feathers, and a criterion's bar.
import { useId } from "react";

const feathers = 10;
/** Degrees. */
const spread = 168;
const feather = "M116.2 82C112 68 107 30 110.5 16Q113 8 120 8Q127 8 129.5 16C133 30 128 68 123.8 82Q120 85 116.2 82Z";

export function Gauge({ score, word }: { score: number; word: string }) {
  const id = useId();
  return (
    <div className="gauge">
      <svg viewBox="6 2 228 122" role="img" aria-label={`Quality score ${score} out of ${feathers}`}>
        {Array.from({ length: feathers }, (_, index) => (
          <Feather
            key={index}
            index={index}
            filled={Math.min(1, Math.max(0, score - index))}
            clipId={`${id}${index}`}
          />
        ))}
      </svg>
      <p className="gauge__value">
        {score.toFixed(1)}
        <small> / {feathers}</small>
      </p>
      <p className="gauge__word">{word}</p>
    </div>
  );
}

function Feather({ index, filled, clipId }: { index: number; filled: number; clipId: string }) {
  const angle = (index + 0.5) * (spread / feathers) - spread / 2;
  const partly = filled > 0 && filled < 1;
  return (
    <g transform={`rotate(${angle.toFixed(1)} 120 120)`}>
      <path className={filled === 1 ? "gauge__feather--on" : "gauge__feather"} d={feather} />
      {partly && (
        <>
          <clipPath id={clipId}>
            <rect x="109" y="0" width={(22 * filled).toFixed(1)} height="90" />
          </clipPath>
          <path className="gauge__feather--on" d={feather} clipPath={`url(#${clipId})`} />
        </>
      )}
      <path className="gauge__rib" d="M120 79V19" />
    </g>
  );
}

export function Bar({ score }: { score: number }) {
  const low = score < 7;
  return (
    <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar__track" width="100" height="6" />
      <rect className={low ? "bar__full bar__full--low" : "bar__full"} width={score * 10} height="6" />
    </svg>
  );
}
