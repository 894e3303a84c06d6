// Describes whether pictures can be uploaded. Pure.
import { finding, type Finding } from "./finding";

const title = "Pictures";

export function aboutPictures(images: "on" | "off" | "low_memory"): Finding {
  if (images === "on")
    return finding("pictures", title, { state: "good", message: "Pictures can be added to tweets." });
  if (images === "off")
    return finding("pictures", title, { state: "off", message: "IMAGES is off: no picture is taken." });
  return finding("pictures", title, {
    state: "check",
    message: "No picture is taken: this server may use less than 512 MB of memory, and cleaning one takes up to 440.",
    todo: "Give it 512 MB, or set IMAGES to off, and start Linnet again. IMAGES=on takes pictures all the same.",
  });
}
