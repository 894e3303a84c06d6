// Lists the posts that the writer saw for a batch, folded below its head.
import { Link } from "~/ui/link";
import type { ShownView } from "./shown";

export const ShownPosts = ({ of: { sentence, lists } }: { of: ShownView }) => (
  <details className="sources">
    <summary>{sentence}</summary>
    {lists.map(({ title, posts }) => (
      <div key={title}>
        <h3 className="hint">{title}</h3>
        <ul>
          {posts.map(({ href, words }) => (
            <li key={href} dir="auto">
              <Link className="link" to={href}>
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </details>
);
