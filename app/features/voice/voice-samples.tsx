// Edits a voice's samples: pasted one at a time, or chosen from the account's posts.
import { IconButton } from "~/ui/form/button";
import { TextArea } from "~/ui/form/text-area";
import { Icon } from "~/ui/icons/icon";
import { Card } from "~/ui/page/page";
import { pickName, postName, sampleName, type TypedVoice } from "./typed-voice";
import { maxSamples, minSamples, missingSamples } from "./voice";
import { VoiceButton } from "./voice-form";
import { dollars } from "~/ground/dollars";
import { priceList } from "~/ports/network/call-prices";

interface SamplesProps {
  typed: TypedVoice;
  faults: Record<string, string>;
  readPrice: string | null;
}

export function Samples({ typed, faults, readPrice }: SamplesProps) {
  const { samples, posts } = typed;
  const missing = missingSamples(samples.length);
  return (
    <Card title="Tweets that sound like you" aside={<Count of={samples.length} />}>
      <p className="quiet">Add three to ten tweets. They shape the voice more than any other setting.</p>
      {missing && <p className="hint">{missing}. The rest of the voice works without samples.</p>}
      {samples.length > 0 && (
        <ol className="samples">
          {samples.map((text, at) => (
            // The text in the key drops typed changes when another sample takes this place.
            <li className="sample" key={`${at} ${text}`}>
              <TextArea
                label={`Sample ${at + 1}`}
                name={sampleName(at)}
                rows={3}
                value={text}
                error={faults[String(at)]}
                dir="auto"
              />
              <IconButton
                type="submit"
                name="do"
                value={`drop ${at}`}
                label={`Remove sample ${at + 1}`}
                icon="x"
                small
              />
            </li>
          ))}
        </ol>
      )}
      {samples.length < maxSamples && (
        <TextArea
          key={samples.length}
          label={samples.length === 0 ? "Paste one" : "Paste another"}
          name={sampleName(samples.length)}
          rows={2}
          placeholder="One of your tweets"
          error={faults[String(samples.length)]}
          dir="auto"
        />
      )}
      {posts.length > 0 && <Posts posts={posts} picked={typed.picked} />}
      <div className="row">
        {samples.length < maxSamples && (
          <VoiceButton does="add" icon="plus">
            Add sample
          </VoiceButton>
        )}
        <VoiceButton does="read">
          {`Import my last 50 posts (${readPrice === null ? "free" : `up to ${readPrice}`})`}
        </VoiceButton>
      </div>
      <p className="hint">
        {readPrice === null
          ? "Sandbox posts are free. You choose which to keep."
          : `Importing costs ${dollars(priceList.postRead)} per post and counts toward today’s spending. You choose which to keep.`}
      </p>
    </Card>
  );
}

function Count({ of: count }: { of: number }) {
  if (count === 0) return null;
  if (count < minSamples) return <span className="rows__state rows__state--care">{`${count} of ${minSamples}`}</span>;
  return (
    <span className="rows__state rows__state--good">
      <Icon of="check" />
      {`${count} of ${maxSamples}`}
    </span>
  );
}

function Posts({ posts, picked }: { posts: readonly string[]; picked: readonly string[] }) {
  return (
    <fieldset className="rows rows--ticks voice__posts">
      <legend>Select the posts that sound like you, then add them</legend>
      {posts.map((text, at) => (
        <label key={text}>
          <span className="rows__text" dir="auto">
            {text}
          </span>
          <input className="tick" type="checkbox" name={pickName(at)} defaultChecked={picked.includes(text)} />
          <input type="hidden" name={postName(at)} value={text} />
        </label>
      ))}
    </fieldset>
  );
}
