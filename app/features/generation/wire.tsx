// Draws a day as a wire that shows when a tweet would be posted, and explains how Linnet works.
import { linnet } from "~/ui/icons/icon";
import { Link } from "~/ui/link";
import { clock, axisOf, bandsOf, hoursOf, left, right, stretchOf, xOf, yOf, type WireMoments } from "./wire-shape";

interface WireProps {
  moments: WireMoments;
  zone: { name: string; chooseHref?: string } | null;
  quiet: { from: string; to: string } | null;
  window: string;
}

export function Wire({ moments, zone, quiet, window }: WireProps) {
  return (
    <section className="wire" aria-labelledby="how">
      <h2 className="visually-hidden" id="how">
        How it works
      </h2>
      <WireArt moments={moments} quiet={quiet} />
      <ol className="wire__steps">
        <li>
          <strong>Enter a topic</strong>Linnet drafts a batch of tweets in ten to thirty seconds.
        </li>
        <li>
          <strong>Keep what sounds like you</strong>Post it now, or add it to the timeline.
        </li>
        <li>
          <strong>Let Linnet pick the time</strong>
          <span>{`At random, ${window} later${quiet ? `, never between ${quiet.from} and ${quiet.to}` : ""}.`}</span>
          {zone && !zone.chooseHref && <span>{` Shown in ${zone.name} until you sign in.`}</span>}
          {zone?.chooseHref && (
            <span>
              {" "}
              Shown in {zone.name} until you{" "}
              <Link className="link" to={zone.chooseHref} preventScrollReset>
                choose your time zone
              </Link>
              .
            </span>
          )}
        </li>
      </ol>
    </section>
  );
}

function WireArt({ moments, quiet }: Pick<WireProps, "moments" | "quiet">) {
  const axis = axisOf(moments);
  const from = xOf(moments.windowFrom, axis);
  const to = xOf(moments.windowTo, axis);
  return (
    <svg className="wire__art" viewBox="14 0 572 112" role="img" aria-label={sentence(moments, quiet)}>
      <path className="wire__post" d={`M${left} 34V78M${right} 34V78`} />
      <path className="wire__line" d={stretchOf(left, right)} />
      <path className="wire__reach" d={stretchOf(from, to)} />
      <path className="wire__drop" d={`M${from.toFixed(1)} 65V78M${to.toFixed(1)} 65V78`} />
      <clipPath id="wire-day">
        <rect x={left} y="78" width={right - left} height="10" rx="5" />
      </clipPath>
      <g clipPath="url(#wire-day)">
        {bandsOf(axis).map(({ light, fromHour, toHour }) => {
          const x = xOf(fromHour * 60, axis);
          const width = xOf(toHour * 60, axis) - x;
          return (
            <rect
              key={fromHour}
              className={`wire__${light}`}
              x={x.toFixed(1)}
              y="78"
              width={width.toFixed(1)}
              height="10"
            />
          );
        })}
      </g>
      {hoursOf(axis).map((hour) => (
        <text key={hour} x={xOf(hour * 60, axis).toFixed(1)} y="107">
          {clock(hour * 60)}
        </text>
      ))}
      <NowMark at={xOf(moments.now, axis)} words={`now, ${clock(moments.now)}`} />
      <Landing at={xOf(moments.lands, axis)} now={xOf(moments.now, axis)} words={`posts ${clock(moments.lands)}`} />
    </svg>
  );
}

function NowMark({ at, words }: { at: number; words: string }) {
  const y = yOf(at);
  return (
    <>
      <circle className="wire__asked" cx={at.toFixed(1)} cy={y.toFixed(1)} r="4" />
      <text x={Math.max(at, 92).toFixed(1)} y={(y - 12).toFixed(1)}>
        {words}
      </text>
    </>
  );
}

/** Beyond this x the label moves to the bird's left, or it would leave the picture. */
const lastToTheRight = 430;

/** Closer to "you ask" than this, the left label moves up, or the two would overlap. */
const nearest = 270;

function Landing({ at, now, words }: { at: number; now: number; words: string }) {
  const y = yOf(at);
  const isRight = at <= lastToTheRight;
  const above = !isRight && at - now < nearest ? 31 : 22;
  return (
    <>
      <path className="wire__leg" d={`M${(at - 3).toFixed(1)} ${(y - 6).toFixed(1)}v7m6-8v8`} />
      <use href={linnet} x={(at - 26).toFixed(1)} y={(y - 40).toFixed(1)} width="46" height="46" />
      <text
        className={isRight ? "wire__lands" : "wire__lands wire__lands--left"}
        x={(isRight ? at + 30 : at - 32).toFixed(1)}
        y={(y - above).toFixed(1)}
      >
        {words}
      </text>
    </>
  );
}

function sentence({ now, windowFrom, windowTo, lands }: WireMoments, quiet: WireProps["quiet"]): string {
  const random = `A tweet posts at a random time between ${clock(windowFrom)} and ${clock(windowTo)}`;
  const never = quiet ? ` Nothing posts from ${quiet.from} to ${quiet.to}.` : "";
  return `One day as a line. It’s now ${clock(now)}. ${random}, here ${clock(lands)}.${never}`;
}
