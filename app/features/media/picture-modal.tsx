// Window to describe, remove and add a tweet's pictures. The form works without JavaScript.
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button, ButtonLink } from "~/ui/form/button";
import { Check } from "~/ui/form/check";
import { FieldHint, FieldLabel } from "~/ui/form/field";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { announce } from "~/ui/messages/announce";
import { Notice } from "~/ui/messages/notice";
import { maxMegapixels, maxUploadBytes, mediaMessages } from "./media";
import { maxDescription, maxPictures } from "~/ports/network/port";
import type { PictureView, Picturing } from "./picture-view";
import styles from "~/styles/timeline/pictures.css";
import { dollars } from "~/ground/dollars";
import { priceList } from "~/ports/network/call-prices";

interface PictureModalProps {
  of: Picturing;
  closeTo: string;
  back: string;
  /** Result and values of the last attempt without JavaScript. */
  refused: { error: string; values: Record<string, string> } | undefined;
  onSaved(): void;
  onChanged(): void;
}

const networkError = "Can’t reach Linnet. Nothing is lost. Try again.";

/** Errors from the HTTP layer have only `error`. */
interface Answer {
  message?: string | null;
  error?: string | null;
  added?: string[];
}

const readAnswer = async (response: Response): Promise<Answer> =>
  response.status === 408 ? { error: mediaMessages.slowLine } : ((await response.json()) as Answer);

export function PictureModal({ of, closeTo, back, refused, onSaved, onChanged }: PictureModalProps) {
  const { tweetId, part, content, pictures, off } = of;
  const [error, setError] = useState(refused?.error ?? null);
  const [busy, setBusy] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) notice.current?.focus();
  }, [error]);

  const fail = (sentence: string) => {
    setError(null);
    // Clears it first, so that the same sentence is announced again.
    setTimeout(() => setError(sentence));
    announce(sentence, { urgent: true });
  };

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const files = [...data.values()].filter((value): value is File => value instanceof File);
    if (files.some(({ size }) => size > maxUploadBytes)) return fail(mediaMessages.tooLarge);
    setBusy(true);
    const {
      message,
      error,
      added = [],
    } = await fetch(form.action, {
      method: "POST",
      body: data,
      headers: { accept: "application/json" },
    })
      .then(readAnswer)
      .catch((): Answer => ({ error: networkError }));
    setBusy(false);
    for (const name of added) clear(form, name);
    if (!error) {
      if (message) announce(message);
      return onSaved();
    }
    fail(error);
    if (added.length > 0) onChanged();
  }

  const left = maxPictures - pictures.length;
  return (
    <Dialog title={part === null ? "Images" : `Images for ${part.toLowerCase()}`} closeTo={closeTo} wide>
      <link rel="stylesheet" href={styles} />
      <form method="post" action="/images" encType="multipart/form-data" onSubmit={(event) => void send(event)}>
        <input type="hidden" name="tweet_id" value={tweetId} />
        <input type="hidden" name="back" value={back} />
        <DialogBody>
          {error !== null && (
            <div tabIndex={-1} ref={notice}>
              <Notice tone="error" title={error} />
            </div>
          )}
          <p className="words quiet" dir="auto">
            {content}
          </p>
          {pictures.map((picture, n) => (
            <Present key={picture.mediaId} picture={picture} no={n + 1} typed={refused?.values ?? {}} />
          ))}
          {off !== null && <p className="hint">{off}</p>}
          {off === null && left === 0 && <p className="hint">Up to {maxPictures} images per tweet.</p>}
          {off === null &&
            Array.from({ length: left }, (_, n) => (
              <Added
                key={`${pictures.length} ${n}`}
                no={n + 1}
                typed={refused?.values ?? {}}
                folded={n > 0}
                next={pictures.length + n + 1}
              />
            ))}
          <p className="hint">
            {`JPEG up to ${maxMegapixels.jpeg} megapixels, PNG or WebP up to ${maxMegapixels.png}, 10 MB max. Location data is removed. On X: ${dollars(priceList.upload)} per image, ${dollars(priceList.description)} per alt text.`}
          </p>
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" icon="check" busy={busy}>
            {busy ? "Sending…" : "Save images"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function clear(form: HTMLFormElement, name: string): void {
  for (const field of [name, name.replace("image", "alt")]) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.value = "";
  }
}

/** By field name, or by picture id for existing pictures. */
type Typed = Record<string, string>;

function Present({ picture, no, typed }: { picture: PictureView; no: number; typed: Typed }) {
  const { mediaId, altText, madeWithAi } = picture;
  const ai = typed[`kept_ai_${mediaId}`];
  return (
    <fieldset className="picture">
      <legend>{`Image ${no}`}</legend>
      <input type="hidden" name={`media_${no}`} value={mediaId} />
      <img src={picture.src} alt={altText || `Image ${no}, without alt text`} />
      <div className="picture__fields">
        <input type="hidden" name={`was_alt_${no}`} value={altText} />
        <Description name={`kept_alt_${no}`} value={typed[`kept_alt_${mediaId}`] ?? altText} />
        <MadeWithAi name={`kept_ai_${no}`} checked={ai === undefined ? madeWithAi : ai === "on"} />
        <Check
          name={`off_${no}`}
          label="Remove"
          on="Removed when you save."
          off="Kept."
          checked={typed[`off_${mediaId}`] === "on"}
        />
      </div>
    </fieldset>
  );
}

interface AddedProps {
  no: number;
  typed: Typed;
  folded: boolean;
  next: number;
}

function Added({ no, typed, folded, next }: AddedProps) {
  const id = useId();
  const [altText = "", madeWithAi] = [typed[`alt_${no}`], typed[`ai_${no}`] === "on"];
  const fields = (
    <div className="picture__fields">
      <div className="field">
        <FieldLabel htmlFor={id} label={folded ? `Image ${next}` : "Add an image"} />
        <input
          id={id}
          className="input"
          type="file"
          name={`image_${no}`}
          accept="image/jpeg,image/png,image/webp"
          data-autofocus={folded ? undefined : true}
        />
      </div>
      <Description name={`alt_${no}`} value={altText} />
      <MadeWithAi name={`ai_${no}`} checked={madeWithAi} />
    </div>
  );
  if (!folded) return fields;
  return (
    <details className="fold" open={altText !== "" || madeWithAi}>
      <summary>Another image</summary>
      {fields}
    </details>
  );
}

function Description({ name, value }: { name: string; value: string }) {
  const id = useId();
  return (
    <div className="field">
      <FieldLabel htmlFor={id} label="Alt text" small="optional" />
      <textarea
        id={id}
        className="input"
        name={name}
        rows={2}
        maxLength={maxDescription}
        dir="auto"
        defaultValue={value}
        aria-describedby={`${id}hint`}
      />
      <FieldHint
        id={`${id}hint`}
        hint={`For people who can’t see the image. Up to ${maxDescription.toLocaleString("en")} characters.`}
      />
    </div>
  );
}

const MadeWithAi = ({ name, checked }: { name: string; checked?: boolean }) => (
  <Check name={name} label="Made with AI" on="Linnet tells X." off="Linnet doesn’t tell X." checked={checked} />
);
