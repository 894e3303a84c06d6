// Lists posts with their Rate and Seen, and ranks the best and least received.
import { Link } from "~/ui/link";
import { Card } from "~/ui/page/page";
import { gone, invented } from "./words";
import type { Sort } from "../insights";

export interface ListedResult {
  id: number;
  words: string;
  when: string;
  iso: string;
  isGone: boolean;
  isChosen: boolean;
  isInvented: boolean;
  figures: string;
  rate: string | null;
  interval: string | null;
  seen: string | null;
}

interface ResultsProps {
  results: readonly ListedResult[];
  hrefOf(id: number): string;
}

export function ResultTable({ results, sort, hrefOf }: ResultsProps & { sort: Sort }) {
  const sorted = (column: Sort) => (sort === column ? "descending" : undefined);
  return (
    <table className="tweet-figures">
      <caption className="visually-hidden">Performance of each tweet</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={sorted("date")}>
            Tweet
          </th>
          <th scope="col" aria-sort={sorted("rate")}>
            Engagement <small>per 1,000 views</small>
          </th>
          <th scope="col" aria-sort={sorted("seen")}>
            Views <small>vs. typical</small>
          </th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <tr key={result.id}>
            <td>
              <Words result={result} href={hrefOf(result.id)} />
            </td>
            <td className="tweet-figures__figure">
              <span>{result.rate ?? <Unknown />}</span>
              {result.interval && <small>{result.interval}</small>}
            </td>
            <td className="tweet-figures__figure">{result.seen ?? <Unknown />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Unknown = () => (
  <span className="hint">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">unknown</span>
  </span>
);

function Words({ result: { words, when, iso, figures, ...is }, href }: { result: ListedResult; href: string }) {
  return (
    <>
      <p className="rank__words" dir="auto">
        <Link to={href} preventScrollReset>
          {words}
        </Link>
      </p>
      <p className="rank__from">
        <time dateTime={iso}>{when}</time>
        <span>{is.isGone ? gone : figures}</span>
        {is.isChosen && <span>You picked the time</span>}
        {is.isInvented && <span>{invented}</span>}
      </p>
    </>
  );
}

export function Ranked({ title, results, hrefOf, mark }: ResultsProps & { title: string; mark?: string }) {
  return (
    <Card title={title} mark={mark} aside={<span className="hint">Engagement rate per 1,000 views</span>}>
      <ol className="ranks">
        {results.map((result) => (
          <li className="rank" key={result.id}>
            <div>
              <Words result={result} href={hrefOf(result.id)} />
            </div>
            <p className="rank__rate">
              <span>{result.rate}</span>
              <small>{result.interval}</small>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
