// Shows placeholders for the tweets of a batch while they are written.
import { Skeleton } from "~/ui/page/progress";

export function TweetSkeletons({ count }: { count: number }) {
  return (
    <ul className="tweets" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <li className="tweet" key={index}>
          <div className="tweet__head">
            <Skeleton shape="round" />
            <Skeleton shape="short" />
          </div>
          <div className="tweet__words tweet__lines">
            <Skeleton />
            <Skeleton shape="mid" />
            <Skeleton shape="short" />
          </div>
        </li>
      ))}
    </ul>
  );
}
