#!/bin/sh
# The PNG icons from the SVG ones, by a headless Chromium: tools/tiles/rasterise.sh
set -eu
cd "$(dirname "$0")/../../web/public"
page=$(mktemp --suffix=.html)
trap 'rm -f "$page"' EXIT

draw() { # source.svg target.png size
    printf '<body style="margin:0;background:transparent"><img src="file://%s" width="%s" height="%s" style="display:block">' \
        "$PWD/$1" "$3" "$3" >"$page"
    chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --hide-scrollbars --allow-file-access-from-files \
        --default-background-color=00000000 --window-size="$3,$3" --screenshot="$PWD/$2" "file://$page" 2>/dev/null
}

draw icon.svg icon-192.png 192
draw icon.svg icon-512.png 512
draw icon-maskable.svg icon-apple-180.png 180
draw icon-small.svg icon-32.png 32
