#!/bin/sh
# Cut the fonts of the web app anew. Needs python3, npm and the network; leaves nothing behind but the fonts.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
npm install --silent --no-audit --no-fund --prefix "$scratch" @fontsource-variable/eb-garamond@5.3.0 @fontsource/eb-garamond@5.3.0 \
    @fontsource-variable/source-sans-3@5.3.0 @fontsource/courier-prime@5.3.0
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" -q --disable-pip-version-check install "fonttools==4.*" "brotli==1.*"
PYTHONDONTWRITEBYTECODE=1 "$scratch/venv/bin/python" "$here/make.py" "$scratch/node_modules"
