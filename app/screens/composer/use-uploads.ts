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
  /** Forgets the uploads for parts that are gone. */
  keep(keys: readonly string[]): void;
}

const unreachable = "couldn’t be uploaded. Try again.";

export function useUploads(
  onAdded: (key: string, mediaId: string) => void,
  onRefused: (text: string) => void,
): Uploads {
  const [waiting, setWaiting] = useState<readonly Upload[]>([]);
  const wanted = useRef(new Set<Upload>());
  const queue = useRef(Promise.resolve());
  const told = useRef({ onAdded, onRefused });
  told.current = { onAdded, onRefused };
  const show = () => setWaiting([...wanted.current]);

  async function send(upload: Upload, file: File): Promise<void> {
    if (!wanted.current.has(upload)) return;
    try {
      const mediaId = await sendImage(file);
      if (wanted.current.has(upload)) told.current.onAdded(upload.key, mediaId);
    } catch (error) {
      const reason = error instanceof UploadRefusal ? error.message : unreachable;
      if (wanted.current.has(upload)) told.current.onRefused(`${file.name}: ${reason}`);
    }
    wanted.current.delete(upload);
    show();
  }

  function add(key: string, files: readonly File[]): void {
    for (const file of files) {
      const upload = { key, name: file.name };
      wanted.current.add(upload);
      queue.current = queue.current.then(() => send(upload, file));
    }
    if (files.length === 0) return;
    show();
    announce(files.length === 1 ? "Uploading 1 image…" : `Uploading ${files.length} images…`);
  }

  function keep(keys: readonly string[]): void {
    for (const upload of wanted.current) if (!keys.includes(upload.key)) wanted.current.delete(upload);
    show();
  }

  return { waiting, add, keep };
}

/** Images of a paste or drop. A paste with text keeps the text alone. */
export function imagesIn(data: DataTransfer | null): File[] {
  if (!data || data.types.includes("text/plain")) return [];
  return [...data.files].filter(({ type }) => type.startsWith("image/"));
}
