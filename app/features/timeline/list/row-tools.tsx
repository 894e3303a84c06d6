// Renders a list row's actions, each a separate form that works without JavaScript.
import type { ComponentProps, ReactNode } from "react";
import { presses } from "~/features/tweets/tweet-actions";
import { ButtonLink, IconLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { Intent } from "~/ui/form/use-busy";
import { Menu } from "~/ui/menu";
import type { ListRow } from "./list";
import { morePresses } from "../more-presses";

export interface RowLinks {
  editHref(id: number): string;
  moveHref(id: number): string;
  discard(id: number): ReactNode;
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
          <Press row={row} {...presses.postNow} words={`Post Now, ${row.price}`} from="scheduled" />
          <Press row={row} {...morePresses.drawAgain} />
          <Press row={row} {...presses.unschedule} />
        </Menu>
      </span>
    );
  if (status !== "failed") return null;
  return (
    <span className="queued__acts">
      <Menu {...menu}>
        <Press row={row} {...presses.postAgain} words={`Retry, ${row.price}`} />
        <Press row={row} {...presses.addToTimeline} />
        <Press row={row} {...presses.dismiss} />
        {links.discard(id)}
      </Menu>
    </span>
  );
}

interface PressProps {
  row: ListRow;
  intent: Intent;
  icon?: ComponentProps<typeof Submit>["icon"];
  words: string;
  from?: "scheduled";
}

function Press({ row, intent, icon, words, from }: PressProps) {
  return (
    <IntentForm intent={intent} fields={{ tweetId: row.id, account: row.account, from }} preventScrollReset>
      <Submit variant="ghost" wide icon={icon}>
        {words}
      </Submit>
    </IntentForm>
  );
}
