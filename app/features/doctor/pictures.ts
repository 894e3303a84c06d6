// Describes whether pictures can be uploaded. Pure.
import { finding, type Finding } from "./finding";

const title = "Pictures";

export function aboutPictures(images: "on" | "off" | "low_memory"): Finding {
  if (images === "on") return finding("pictures", title, { state: "good", message: "Images can be added to tweets." });
  if (images === "off")
    return finding("pictures", title, { state: "off", message: "IMAGES is off. Tweets can’t have images." });
  return finding("pictures", title, {
    state: "check",
    message: "Images are off. This server has less than 512 MB of memory, and processing an image takes up to 440 MB.",
    todo: "Give it 512 MB, or set IMAGES to off, and restart Linnet. IMAGES=on allows images anyway.",
  });
}
