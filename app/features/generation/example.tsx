// Points new users of a server without Gemini to tweets that were written beforehand.
import { Link } from "~/ui/link";

interface ExampleProps {
  topic: string;
  askHref: string | null;
  sampleHref: string;
}

export function Example({ topic, askHref, sampleHref }: ExampleProps) {
  return (
    <p className="hint">
      New here?{" "}
      {askHref ? (
        <span>
          Try{" "}
          <Link className="link" to={askHref} preventScrollReset>
            {topic}
          </Link>
          . The demo writer has ten prewritten tweets on it, to show what a live AI can do.
        </span>
      ) : (
        <span>
          See{" "}
          <Link className="link" to={sampleHref}>
            five sample tweets on {topic}
          </Link>
          . They’re prewritten, to show what a live AI can do.
        </span>
      )}
    </p>
  );
}
