// The strip over every page while something is only pretended: posts that stay here, tweets from the demo writer.
import { Link } from "./link";
import { Icon } from "./icon";

export interface StripProps {
  sandbox: boolean;
  demoWriter: boolean;
  /** Where it is told how to go live. */
  goLiveHref: string;
}

export function Strip({ sandbox, demoWriter, goLiveHref }: StripProps) {
  if (!sandbox && !demoWriter) return null;
  return (
    <div className="strip" role="region" aria-label={sandbox ? "Sandbox" : "Demo writer"}>
      <Icon of="flask-conical" />
      <div className="strip__words">
        {sandbox && (
          <p>
            <strong>Sandbox.</strong> <span className="strip__more">Posts stay here; X is not contacted.</span>
          </p>
        )}
        {demoWriter && (
          <p>
            <strong>Demo writer.</strong> <span className="strip__more">Gemini is not contacted.</span>
          </p>
        )}
      </div>
      <Link className="link" to={goLiveHref}>
        Go live
      </Link>
    </div>
  );
}
