// Shows one published tweet with its figures at each age, its growth, and a Read now button.
import type { ReactNode } from "react";
import { isWebAddress } from "~/features/tweets/tweet";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { DescriptionItem, DescriptionList } from "~/ui/page/description-list";
import { type Drawing, Picture } from "./picture";
import { gone, insightsIntent } from "./words";

export interface OpenedResult {
  id: number;
  words: string;
  when: string;
  /** Empty for a tweet of the sample. */
  postUrl: string;
  isGone: boolean;
  isChosen: boolean;
  isInvented: boolean;
  rate: string | null;
  seen: string | null;
  note: string | null;
  drawings: Drawing[];
  finding: string;
  missed: string[];
  readings: { name: string; when: string; cells: (string | null)[] }[];
  /** Null if reading is off or the post is gone. */
  price: string | null;
}

export const figureNames = [
  "Views",
  "Likes",
  "Reposts",
  "Replies",
  "Quotes",
  "Bookmarks",
  "Link clicks",
  "Profile visits",
  "Engagements (X’s count)",
] as const;

interface ResultModalProps {
  result: OpenedResult;
  closeTo: string;
  sandbox: boolean;
  notice: ReactNode;
}

export default function ResultModal({ result, closeTo, sandbox, notice }: ResultModalProps) {
  const { id, words, when, postUrl, readings, price } = result;
  const isMadeUp = postUrl === "";
  return (
    <Dialog title="Tweet performance" subtitle={when} closeTo={closeTo} wide>
      <DialogBody>
        {notice}
        <p className="words" dir="auto">
          {words}
        </p>
        <DescriptionList>
          {result.isGone && <DescriptionItem term="On X">{gone}. Its metrics are deleted.</DescriptionItem>}
          {result.rate && <DescriptionItem term="Engagement rate">{result.rate}</DescriptionItem>}
          {result.seen && <DescriptionItem term="Views">{result.seen}</DescriptionItem>}
          {result.isChosen && <DescriptionItem term="Time">Picked by you</DescriptionItem>}
        </DescriptionList>
        {result.note && <p className="hint">{result.note}</p>}
        {readings.length > 0 && (
          <Picture drawings={result.drawings} finding={result.finding} isInvented={result.isInvented}>
            <div className="sums-scroll" tabIndex={0} role="region" aria-label="Metrics table">
              <ReadingTable readings={readings} missed={result.missed} />
            </div>
          </Picture>
        )}
      </DialogBody>
      <DialogFoot>
        <span className="hint">{price ?? (result.isGone ? gone : isMadeUp ? "Sample data." : "Metrics are off.")}</span>
        {!result.isGone && !isMadeUp && (
          <a className="button button--plain" href={postUrl} rel={isWebAddress(postUrl) ? "noreferrer" : undefined}>
            {sandbox ? "View in the sandbox" : "View on X"}
          </a>
        )}
        {price && (
          <IntentForm intent={insightsIntent} fields={{ do: "read", tweetId: id }} preventScrollReset>
            <Submit variant="primary" icon="refresh-cw">
              Refresh metrics
            </Submit>
          </IntentForm>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function ReadingTable({ readings, missed }: Pick<OpenedResult, "readings" | "missed">) {
  return (
    <table className="sums">
      <caption className="visually-hidden">Metrics over time</caption>
      <thead>
        <tr>
          <th scope="col">Metric</th>
          {readings.map(({ name, when }) => (
            <th scope="col" key={name}>
              {name}
              <small>{when}</small>
            </th>
          ))}
          {missed.map((name) => (
            <th scope="col" key={name}>
              {name}
              <small>not fetched in time</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figureNames.map((figure, row) => (
          <tr key={figure}>
            <th scope="row">{figure}</th>
            {readings.map(({ name, cells }) => (
              <td key={name}>{cells[row] ?? "unknown"}</td>
            ))}
            {missed.map((name) => (
              <td key={name}>–</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
