// Uploads images one after the other, as soon as they are chosen, dropped or pasted.
import { useRef, useState } from "react";
import { sendImage, UploadRefusal } from "~/screens/browser/send-image";
import { announce } from "~/ui/messages/announce";

interface Upload {
  /** The part that the image is for. */
  key: string;
  name: string;
}

interface Uploads {
  waiting: readonly Upload[];
  add(key: string, files: readonly File[]): void;
}

const unreachable = "couldn’t be uploaded. Try again.";

export function useUploads(
  onAdded: (key: string, mediaId: string) => void,
  onRefused: (text: string) => void,
): Uploads {
  const [waiting, setWaiting] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const told = useRef({ onAdded, onRefused });
  told.current = { onAdded, onRefused };

  async function upload(key: string, file: File): Promise<void> {
    try {
      told.current.onAdded(key, await sendImage(file));
    } catch (error) {
      const reason = error instanceof UploadRefusal ? error.message : unreachable;
      told.current.onRefused(`${file.name}: ${reason}`);
    }
  }

  function add(key: string, files: readonly File[]): void {
    for (const file of files) {
      const one = { key, name: file.name };
      setWaiting((before) => [...before, one]);
      queue.current = queue.current
        .then(() => upload(key, file))
        .then(() => setWaiting((before) => before.filter((other) => other !== one)));
    }
    if (files.length > 0) announce(files.length === 1 ? "Uploading 1 image…" : `Uploading ${files.length} images…`);
  }

  return { waiting, add };
}

/** Images of a paste or drop. A paste with text keeps the text alone. */
export function imagesIn(data: DataTransfer | null): File[] {
  if (!data || data.types.includes("text/plain")) return [];
  return [...data.files].filter(({ type }) => type.startsWith("image/"));
}
