// Images of a part: each with its alt text, and a field that adds more.
import { useId } from "react";
import { toPictureView } from "~/features/media/picture-view";
import { maxDescription, maxPictures } from "~/ports/network/port";
import type { ComposedImage } from "./form";
import { Tool } from "./part";

export const imageTypes = "image/jpeg,image/png,image/webp";

interface ImagesProps {
  images: readonly ComposedImage[];
  no: number;
  of: number;
  isFixed: boolean;
  /** A request is under way. */
  isBusy: boolean;
  /** Why none can be added. */
  off: string | null;
  /** Names of files that are being uploaded. */
  uploading: readonly string[];
  onFiles(files: File[]): void;
}

export function Images({ images, no, of, isFixed, isBusy, off, uploading, onFiles }: ImagesProps) {
  const left = maxPictures - images.length - uploading.length;
  if (isFixed && images.length === 0) return null;
  return (
    <div className="part__images">
      {images.map((image, n) => (
        <ImageRow key={image.mediaId} image={image} part={no} of={of} no={n + 1} isFixed={isFixed} isBusy={isBusy} />
      ))}
      {uploading.map((name, n) => (
        <p className="hint" key={`${name} ${n}`}>
          {`Uploading ${name}…`}
        </p>
      ))}
      {!isFixed && off !== null && of === 1 && <p className="hint">{off}</p>}
      {!isFixed && off === null && left > 0 && <Choose no={no} of={of} isBusy={isBusy} onFiles={onFiles} />}
    </div>
  );
}

interface ImageRowProps {
  image: ComposedImage;
  part: number;
  of: number;
  no: number;
  isFixed: boolean;
  isBusy: boolean;
}

function ImageRow({ image, part, of, no, isFixed, isBusy }: ImageRowProps) {
  const id = useId();
  const { src } = toPictureView(image);
  const name = `${part}_${no}`;
  return (
    <fieldset className="part__image">
      <legend className="visually-hidden">{`Image ${no}`}</legend>
      <input type="hidden" name={`media_${name}`} value={image.mediaId} />
      <img src={src} alt={image.altText || `Image ${no}, without alt text`} />
      <div className="part__alt">
        <label className="field__label" htmlFor={id}>
          {`Alt text for image ${no}`}
          <span className="visually-hidden">{of === 1 ? "" : ` of part ${part}`}</span>
        </label>
        <textarea
          id={id}
          className="input"
          name={`alt_${name}`}
          rows={2}
          maxLength={maxDescription}
          dir="auto"
          readOnly={isFixed || isBusy}
          placeholder="A red bicycle in front of a brick wall"
          defaultValue={image.altText}
        />
        <div className="row">
          <label className="part__ai">
            <input type="checkbox" name={`ai_${name}`} defaultChecked={image.madeWithAi} /> Made with AI
          </label>
          {!isFixed && (
            <Tool
              value={`remove-image:${part}:${no}`}
              label={of === 1 ? `Remove image ${no}` : `Remove image ${no} of part ${part}`}
            >
              Remove
            </Tool>
          )}
        </div>
      </div>
    </fieldset>
  );
}

function Choose({ no, of, isBusy, onFiles }: Pick<ImagesProps, "no" | "of" | "isBusy" | "onFiles">) {
  const id = useId();
  return (
    <div className="part__choose">
      <label className="field__label" htmlFor={id}>
        Add images<span className="visually-hidden">{of === 1 ? "" : ` to part ${no}`}</span>
      </label>
      <input
        id={id}
        className="input"
        type="file"
        multiple
        name={`images_${no}`}
        accept={imageTypes}
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}
