// Renders an analysis: summary, score with its reasons, improvements.
import { Badge, type Status, Tags } from "~/ui/page/badge";
import { DescriptionItem, DescriptionList } from "~/ui/page/description-list";
import { Bar, Gauge } from "~/ui/page/gauge";
import { Icon } from "~/ui/icons/icon";
import { Card } from "~/ui/page/page";
import type { ExplainedCriterion } from "./score";

export interface ResultView {
  /** The analyzed text, word for word. The criteria quote it. */
  own: string;
  isSample?: boolean;
  summary: string;
  tags: string[];
  score: number | null;
  word: string;
  criteria: ExplainedCriterion[];
  improvements: string[];
  contentType: string;
  when: string;
  whenIso: string;
  status: "pending" | "completed" | "failed";
}

export function Description({ of: { own, isSample, summary, tags, status } }: { of: ResultView }) {
  return (
    <Card title="Product description">
      <p className="words" dir="auto">
        {summary || (status === "pending" ? "Analysing…" : "No summary")}
      </p>
      <details className="fold">
        <summary>
          <Icon of="chevron-right" />
          <h3>{isSample ? "Sample text" : "Your text"}</h3>
        </summary>
        <p className="own" dir="auto">
          {own}
        </p>
      </details>
      {tags.length > 0 ? <Tags label="Category tags" items={tags} /> : <p className="hint">No tags available</p>}
    </Card>
  );
}

export function Why({ of: { score, criteria, isSample } }: { of: ResultView }) {
  if (score === null) return null;
  return (
    <Card
      title={`Why ${score.toFixed(1)}`}
      aside={<span className="hint">{`Each point quotes ${isSample ? "the sample text" : "your text"}`}</span>}
    >
      <ul>
        {criteria.map((criterion) => (
          <Criterion key={criterion.name} of={criterion} />
        ))}
      </ul>
    </Card>
  );
}

function Criterion({ of: { title, weight, points, words, why } }: { of: ExplainedCriterion }) {
  return (
    <li className="criterion">
      <h3>
        {title} <small className="hint">{`${weight}% of the score`}</small>
      </h3>
      <span className="criterion__score">
        {points.toFixed(1)}
        <small> / 10</small>
      </span>
      <Bar score={points} />
      {words.map((quote) => (
        <blockquote key={quote} dir="auto">
          “{quote}”
        </blockquote>
      ))}
      <p dir="auto">
        {words.length === 0 && <strong>No matching text yet. </strong>}
        <span>{why}</span>
      </p>
    </li>
  );
}

export function Improvements({ items }: { items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <Card title="How to improve it">
      <ol className="lines lines--numbered">
        {items.map((item) => (
          <li key={item} dir="auto">
            {item}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const badges: Record<ResultView["status"], { status: Status; words: string }> = {
  pending: { status: "publishing", words: "Analysing" },
  completed: { status: "published", words: "Completed" },
  failed: { status: "failed", words: "Failed" },
};

export function ScoreCard({ of: { score, word, contentType, when, whenIso, status } }: { of: ResultView }) {
  return (
    <section className="card" aria-label="Quality score">
      {score !== null && <Gauge score={score} word={word} />}
      <DescriptionList>
        <DescriptionItem term="Content type">{contentType}</DescriptionItem>
        <DescriptionItem term="Quality score">
          {score === null ? "None yet" : `${score.toFixed(1)} / 10`}
        </DescriptionItem>
        <DescriptionItem term="Analysis time">
          <time dateTime={whenIso}>{when}</time>
        </DescriptionItem>
        <DescriptionItem term="Status">
          <Badge {...badges[status]} />
        </DescriptionItem>
      </DescriptionList>
    </section>
  );
}
