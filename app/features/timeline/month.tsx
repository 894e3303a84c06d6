// Renders the placeholder of the month view.
import { ButtonLink } from "~/ui/form/button";
import { Empty } from "~/ui/page/empty";

export default function Month({ weekHref }: { weekHref: string }) {
  return (
    <div className="week__month">
      <Empty
        title="Month view is coming soon"
        action={
          <ButtonLink to={weekHref} preventScrollReset>
            Back to the week
          </ButtonLink>
        }
      >
        Until then, use the arrows to change weeks.
      </Empty>
    </div>
  );
}
