// Banner while the server uses the sandbox or the demo writer.
import { Link } from "~/ui/link";
import { Icon } from "~/ui/icons/icon";

export interface ModeBannerProps {
  sandbox: boolean;
  demoWriter: boolean;
  goLiveHref: string;
}

export function ModeBanner({ sandbox, demoWriter, goLiveHref }: ModeBannerProps) {
  if (!sandbox && !demoWriter) return null;
  return (
    <div className="mode-banner" role="region" aria-label={sandbox ? "Sandbox" : "Demo writer"}>
      <Icon of="flask-conical" />
      <div className="mode-banner__words">
        {sandbox && (
          <p>
            <strong>Sandbox.</strong>{" "}
            <span className="mode-banner__more">Posts stay on this server. Nothing goes to X.</span>
          </p>
        )}
        {demoWriter && (
          <p>
            <strong>Demo writer.</strong> <span className="mode-banner__more">Gemini isn’t used.</span>
          </p>
        )}
      </div>
      <Link className="link" to={goLiveHref}>
        Go live
      </Link>
    </div>
  );
}
