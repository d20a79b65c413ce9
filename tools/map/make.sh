#!/bin/sh
# Draw the plates of the web app anew. Needs python3, npm and the network; leaves nothing behind but the plates.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
npm install --silent --no-audit --no-fund --prefix "$scratch" world-atlas@2.0.2
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" -q --disable-pip-version-check install "shapely==2.*" "numpy==2.*" "PyYAML==6.*"
PYTHONDONTWRITEBYTECODE=1 "$scratch/venv/bin/python" "$here/make.py" "$scratch/node_modules/world-atlas/countries-50m.json"
