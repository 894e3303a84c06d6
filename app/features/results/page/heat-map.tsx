// Shows posts and views by weekday and two-hour slot. Colors repeat what each cell says.
import { cityTime } from "~/ground/time/city-time";
import { Icon } from "~/ui/icons/icon";

export interface HeatCell {
  count: number;
  /** 1 to 4 by views; 0 if there are too few posts. */
  step: 0 | 1 | 2 | 3 | 4;
  times: string | null;
}

export interface HeatMapProps {
  city: string;
  weekdays: readonly string[];
  rows: { slot: string; isNamed: boolean; cells: HeatCell[] }[];
  sums: { name: string; count: number; times: string; isNamed: boolean }[];
  isCompared: boolean;
}

const key = ["0.8× or less", "0.9–1.0×", "1.1–1.3×", "1.4× or more"];

export function HeatMap({ city, weekdays, rows, sums, isCompared }: HeatMapProps) {
  return (
    <>
      <table className="heat">
        <caption className="visually-hidden">
          Tweets posted at each hour of the week, {cityTime(city)}, and their views vs. typical
        </caption>
        <thead>
          <tr>
            <td />
            {weekdays.map((day) => (
              <th scope="col" key={day}>
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ slot, isNamed, cells }) => (
            <tr key={slot}>
              <th scope="row" className={isNamed ? "heat__named" : undefined}>
                {slot}
              </th>
              {cells.map(({ count, step, times }, day) => (
                <td className={step === 0 ? "heat-few" : `heat-${step}`} key={weekdays[day]}>
                  <span>{count}</span>
                  {times && <small>{times}</small>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="heat__key">
        {isCompared &&
          key.map((words, index) => (
            <span key={words}>
              <i className={`heat-${index + 1}`} />
              {words}
            </span>
          ))}
        <span>
          <i className="heat-few" />
          <span>{isCompared ? "fewer than 3 posts, not enough data" : "not enough data"}</span>
        </span>
      </p>
      {isCompared && (
        <details className="fold">
          <summary>
            <Icon of="chevron-right" />
            View as table
          </summary>
          <table className="sums">
            <caption className="visually-hidden">Views by time slot and weekday</caption>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Tweets</th>
                <th scope="col">Views so far vs. typical</th>
              </tr>
            </thead>
            <tbody>
              {sums.map(({ name, count, times, isNamed }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{count}</td>
                  <td>
                    {times}
                    {isNamed && <span>, more views so far</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}
