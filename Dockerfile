# The image of Linnet: built here, shipped without what only builds; runs as uid 1000 and writes nowhere but in /data.
# By tag: no registry of images was in reach to read a digest from. A release is built by the digests of its day, which its
# provenance names (.github/workflows/release.yml).
ARG NODE_IMAGE=node:24-bookworm-slim
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Nothing is compiled: better-sqlite3 13 comes ready-made. It needs Node 22 or 24, so the image can't go back to Node 20: that
# one's driver is a devDependency, which the prune below takes away (db/sqlite.server.ts).
RUN npm ci --include=dev --no-audit --ignore-scripts
COPY . .
# The build has no git: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN COMMIT=${COMMIT} npm run build
# What is left after the prune and never loaded: the driver's sources and its builds for other machines, Remix's peer
# TypeScript, React for script tags, type declarations, source maps and documents; but for those of libvips, which name the
# licences (LGPL above all) that its libraries come under.
RUN npm prune --omit=dev --no-audit --ignore-scripts \
  && rm -rf node_modules/typescript node_modules/react/umd node_modules/react-dom/umd \
    node_modules/.bin node_modules/.cache \
  && cd node_modules/better-sqlite3 && rm -rf deps src \
  && find prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete \
  && cd .. && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) \
    -not -path './@img/*' -delete
# The prune is checked before it ships: every package that the server or a command names must still load.
RUN node --input-type=module -e ' \
  import { readdirSync, readFileSync } from "node:fs"; \
  const files = ["index.js", "clean-picture.mjs", ...readdirSync("build/commands").map((name) => `commands/${name}`)]; \
  const code = files.map((file) => readFileSync(`build/${file}`, "utf8")).join("\n"); \
  const names = code.matchAll(/^import .*from "([^.\/][^"]*)"/gm); \
  for (const name of new Set([...names].map((match) => match[1]))) await import(name); \
  new (await import("better-sqlite3")).default(":memory:").close();'

# Debian with Node's binary alone: npm, its cache and Node's headers are 60 MB that nothing here runs.
FROM ${DEBIAN_IMAGE}
ARG COMMIT=
LABEL org.opencontainers.image.title="Linnet" \
  org.opencontainers.image.version="0.9.0" \
  org.opencontainers.image.revision="${COMMIT}" \
  org.opencontainers.image.licenses="MIT"
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/public ./public
COPY --from=build /app/build ./build
COPY --from=build /app/prompts ./prompts
# A named volume takes over this owner. A volume that comes as root's (Fly's, a folder of the host) has to be given to
# 1000:1000 once, from outside: see fly.toml. A process that isn't root can't do it, and this one never is.
RUN mkdir -p /data && chown 1000:1000 /data && chmod 700 /data
ENV NODE_ENV=production PORT=3000 HOST=0.0.0.0 DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm: npm doesn't pass SIGTERM on, and a send in flight would be cut off.
CMD ["node", "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"]
