// Next.js as it comes, in production; only what sharing Linnet's components needs is told.
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export default {
  // Linnet's components lie outside this folder and are drawn by both.
  experimental: { externalDir: true },
  outputFileTracingRoot: root,
  serverExternalPackages: ["better-sqlite3", "better-sqlite3-node20"],
  // The load generator asks for nothing compressed; neither side spends time on it.
  compress: false,
  // Linnet's own gate checks these types and this style.
  typescript: { ignoreBuildErrors: true },
  eslint: { ignoreDuringBuilds: true },
  // In Linnet an imported drawing is its address, not an object.
  images: { disableStaticImages: true },
  webpack(config) {
    config.module.rules.push({ test: /\.svg$/, type: "asset/resource" });
    return config;
  },
};
