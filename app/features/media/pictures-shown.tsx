// Shows a tweet's pictures as thumbnails, with a link to change them.
import { Link } from "~/ui/link";
import type { PictureView } from "./picture-view";
import styles from "~/styles/timeline/pictures.css";

interface PicturesShownProps {
  pictures: readonly PictureView[];
  href: string | null;
  of?: string;
}

export function PicturesShown({ pictures, href, of = "" }: PicturesShownProps) {
  if (pictures.length === 0 && href === null) return null;
  const missing = pictures.filter(({ altText }) => altText === "").length;
  return (
    <div className="pictures">
      {/* Loads the style sheet only where pictures are shown. */}
      {pictures.length > 0 && <link rel="stylesheet" href={styles} />}
      {pictures.length > 0 && (
        <ul className="pictures__row">
          {pictures.map(({ mediaId, src, altText }) => (
            <li key={mediaId}>
              <img src={src} alt={altText || "An image without alt text"} loading="lazy" />
            </li>
          ))}
        </ul>
      )}
      {missing > 0 && (
        <p className="hint">{missing === 1 ? "1 image has no alt text." : `${missing} images have no alt text.`}</p>
      )}
      {href && (
        <Link className="link" to={href} preventScrollReset>
          <span>{pictures.length === 0 ? "Add images" : "Change images"}</span>
          {of && <span className="visually-hidden">{of}</span>}
        </Link>
      )}
    </div>
  );
}
