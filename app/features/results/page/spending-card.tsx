// Shows what reading has cost this month by level and account, and what is still to come.
import { Card } from "~/ui/page/page";
import { DescriptionItem, DescriptionList } from "~/ui/page/description-list";

export interface SpendingCardProps {
  month: string;
  parts: { name: string; usd: string }[];
  rest: string;
  limit: string;
  note: string | null;
}

export function SpendingCard({ month, parts, rest, limit, note }: SpendingCardProps) {
  return (
    <Card title="Spent on metrics">
      <DescriptionList>
        <DescriptionItem term="This month">{month}</DescriptionItem>
        {parts.map(({ name, usd }) => (
          <DescriptionItem term={name} key={name}>
            {usd}
          </DescriptionItem>
        ))}
        <DescriptionItem term="Rest of the month">{rest}</DescriptionItem>
        <DescriptionItem term="Server limit">{limit}</DescriptionItem>
      </DescriptionList>
      {note && <p className="hint">{note}</p>}
    </Card>
  );
}
