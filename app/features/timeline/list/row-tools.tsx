// Renders a list row's actions, each a separate form that works without JavaScript.
import type { ComponentProps, ReactNode } from "react";
import { tweetButtons } from "~/features/tweets/tweet-actions";
import { ButtonLink, IconLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { Intent } from "~/ui/form/use-busy";
import { Menu } from "~/ui/menu";
import type { ListRow } from "./list";
import { moreTweetButtons } from "../more-tweet-buttons";

export interface RowLinks {
  editHref(id: number): string;
  moveHref(id: number): string;
  trashForm(id: number): ReactNode;
}

/** `wordsId`: the element with the tweet's text, which describes the equally named buttons. */
export function RowTools({ row, wordsId, ...links }: { row: ListRow; wordsId: string } & RowLinks) {
  const { id, status } = row;
  const described = { "aria-describedby": wordsId, preventScrollReset: true };
  const menu = { name: "row", label: "More", describedBy: wordsId } as const;
  if (status === "scheduled")
    return (
      <span className="queued__acts">
        <ButtonLink size="small" to={links.moveHref(id)} {...described}>
          Move…
        </ButtonLink>
        <IconLink label="Edit" icon="pencil" small to={links.editHref(id)} {...described} />
        <Menu {...menu}>
          <RowButton row={row} {...tweetButtons.postNow} words={`Post Now, ${row.price}`} from="scheduled" />
          <RowButton row={row} {...moreTweetButtons.drawAgain} />
          <RowButton row={row} {...tweetButtons.unschedule} />
        </Menu>
      </span>
    );
  if (status !== "failed") return null;
  return (
    <span className="queued__acts">
      <Menu {...menu}>
        <RowButton row={row} {...tweetButtons.postAgain} words={`Retry, ${row.price}`} />
        <RowButton row={row} {...tweetButtons.addToTimeline} />
        <RowButton row={row} {...tweetButtons.dismiss} />
        {links.trashForm(id)}
      </Menu>
    </span>
  );
}

interface RowButtonProps {
  row: ListRow;
  intent: Intent;
  icon?: ComponentProps<typeof Submit>["icon"];
  words: string;
  from?: "scheduled";
}

function RowButton({ row, intent, icon, words, from }: RowButtonProps) {
  return (
    <IntentForm intent={intent} fields={{ tweetId: row.id, account: row.account, from }} preventScrollReset>
      <Submit variant="ghost" wide icon={icon}>
        {words}
      </Submit>
    </IntentForm>
  );
}
