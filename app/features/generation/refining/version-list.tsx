// Lists a tweet's earlier versions, each with a button that restores it.
import { Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";
import { RefineForm } from "./refine-form";

export interface ListedVersion {
  no: number;
  content: string;
  at: string;
  iso: string;
  by: string;
}

interface VersionListProps {
  tweetId: number;
  versions: readonly ListedVersion[];
  editable: boolean;
}

export default function VersionList({ tweetId, versions, editable }: VersionListProps) {
  return (
    <details className="fold">
      <summary>
        <Icon of="chevron-right" />
        <h3>Version history</h3>
        <span className="hint">{versions.length === 1 ? "1 version" : `${versions.length} versions`}</span>
      </summary>
      <ol className="journal">
        {versions.map(({ no, content, at, iso, by }) => (
          <li className="journal__line" key={no}>
            <time dateTime={iso}>{at}</time>
            <div>
              <p className="hint">{by}</p>
              <p dir="auto" id={`version-${no}`}>
                {content}
              </p>
              {editable && (
                <RefineForm fields={{ tweetId, do: "restore", version: no }} preventScrollReset>
                  <Submit size="small" variant="ghost" icon="rotate-ccw" aria-describedby={`version-${no}`}>
                    Restore
                  </Submit>
                </RefineForm>
              )}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}
