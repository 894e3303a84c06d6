// One of three sample batches: five drafts, and one thing to do with them.
import { TweetCard } from "~/features/tweets/tweet-card";
import { ButtonLink } from "~/ui/form/button";
import { Link } from "~/ui/link";
import { PageHead, Section } from "~/ui/page/page";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import type { ResultsData } from "./to-view.server";

interface SamplePageProps {
  samples: NonNullable<ResultsData["samples"]>;
  data: Pick<ResultsData, "title" | "hint" | "tweets">;
}

export default function SamplePage({ samples, data: { title, hint, tweets } }: SamplePageProps) {
  const { user, sandbox } = useScreen();
  const { hrefWith } = useHrefWith();
  const next = user ? `/generate?topic=${encodeURIComponent(title)}` : hrefWith({ panel: "register" });
  return (
    <>
      <PageHead title={title} />
      <nav className="samples" aria-label="Samples">
        <span>See what Linnet writes:</span>
        {samples.map(({ name, label, isShown }) => (
          <Link className="tag" key={name} to={hrefWith({ sample: name })} aria-current={isShown ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <Section title="Generated Tweets" count={tweets.length} hint={hint}>
        <div className="cta">
          <p>
            <strong>Make these yours</strong>
            <small>Your topic, your voice, your times. Nothing is posted until you click.</small>
          </p>
          <ButtonLink variant="primary" to={next} preventScrollReset>
            {user ? "Use this topic" : "Create Account"}
          </ButtonLink>
        </div>
        <ul className="tweets">
          {tweets.map((tweet) => (
            <TweetCard
              key={tweet.id}
              tweet={tweet}
              sandbox={sandbox}
              busy="sample"
              buttons={
                <div className="tweet__acts">
                  <ButtonLink icon="send" to={next} preventScrollReset>
                    Post Now
                  </ButtonLink>
                  <ButtonLink variant="soft" icon="calendar-clock" to={next} preventScrollReset>
                    Add to Timeline
                  </ButtonLink>
                </div>
              }
            />
          ))}
        </ul>
      </Section>
    </>
  );
}
