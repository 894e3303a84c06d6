// Compresses the browser's files with brotli and gzip after the build.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = fileURLToPath(new URL("../public/build", import.meta.url));
const forms = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const file = join(folder, name);
  const bytes = readFileSync(file);
  for (const [ending, compress] of Object.entries(forms)) {
    const compressed = compress(bytes);
    if (compressed.length < bytes.length) writeFileSync(`${file}.${ending}`, compressed);
  }
}
