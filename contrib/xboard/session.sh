# Functions for scripts that use XBoard by mouse on a screen of its own.
# Debian's packages xboard, xvfb, xdotool and imagemagick; jabberwock in PATH.
# shellcheck shell=bash
PATH="$PATH:/usr/games"
FAILED=0

# Nothing stays behind when the script ends early.
trap finish EXIT

# begin GAME POSITION [XBOARD-OPTION...]: a person plays White from POSITION (commas as semicolons).
begin() {
    local game=$1 position=$2
    shift 2
    SESSION="$(mktemp -d)"
    exec 3> >(cat > "$SESSION/display")
    Xvfb -displayfd 3 -screen 0 1280x1024x24 2> /dev/null &
    SERVER=$!
    exec 3>&-
    until [ -s "$SESSION/display" ]; do sleep 0.1; done
    DISPLAY=":$(cat "$SESSION/display")"
    export DISPLAY
    (
        cd "$SESSION"
        export HOME="$SESSION"
        exec xboard -fcp jabberwock $(jabberwock xboard "$game" --print | tr '\n' ' ') \
            -firstOptions "Position=$position" -searchDepth 3 -popupExitMessage false \
            -animateMoving false -debugMode true -nameOfDebugFile debug "$@" > /dev/null 2>&1
    ) &
    GUI=$!
    await '<first : pong 1' 1
    # With types in the holdings two files are beside the board on each side.
    FILES=12
    [ "$(count '<first : setup')" -gt 0 ] && [ "$(count ') 8x8+0_')" -eq 0 ] || FILES=8
    # XBoard draws the board, and the window may grow when the game is set up.
    local before=
    until measure && [ "$before" = "$WIDTH $HEIGHT" ]; do
        before="${WIDTH:-} ${HEIGHT:-}"
        sleep 1
    done
}

# Ends XBoard and its screen.
finish() {
    [ -n "${GUI:-}" ] || return 0
    kill "$GUI" "$SERVER" 2> /dev/null || true
    wait "$GUI" "$SERVER" 2> /dev/null || true
    rm -rf "$SESSION"
    GUI=
}

# Sets WIDTH and HEIGHT to those of the window.
measure() {
    eval "$(xdotool search --onlyvisible --class xboard getwindowgeometry --shell 2> /dev/null |
        grep -E '^(WIDTH|HEIGHT)=')"
}

# count TEXT: how many lines of the debug output contain it.
count() {
    grep -c -F -e "$1" "$SESSION/debug" 2> /dev/null || true
}

# await TEXT TIMES: waits until so many lines of the debug output contain it, at most 20 seconds; else
# says so and sets FAILED.
await() {
    local lines
    for _ in $(seq 200); do
        lines=$(count "$1")
        if [ "${lines:-0}" -ge "$2" ]; then
            sleep 0.3
            return
        fi
        sleep 0.1
    done
    echo "no \"$1\"; the last lines:" >&2
    tail -n 20 "$SESSION/debug" >&2
    FAILED=1
}

# click SQUARE...: clicks on squares one after another. Holdings are files beside the board: j6.
click() {
    local square size left x y
    measure
    size=$(((WIDTH - 4) / FILES))
    left=$(((FILES - 8) / 2))
    for square in "$@"; do
        x=$((2 + size * (left + $(printf '%d' "'${square:0:1}") - 97) + size / 2))
        y=$((HEIGHT - 2 - size * (${square:1} - 1) - size / 2))
        # XBoard asks what a move would take when the mouse is there; the answer comes before the click.
        xdotool mousemove "$x" "$y"
        sleep 0.3
        xdotool click 1
        sleep 0.7
    done
}

# clock white|black: clicks on that clock.
clock() {
    local quarter=1
    [ "$1" = black ] && quarter=3
    xdotool mousemove $((WIDTH * quarter / 4)) 48 click 1
    sleep 0.7
}

# picture FILE: the window, to FILE.
picture() {
    import -window root -crop "${WIDTH}x${HEIGHT}+0+0" +repage -colors 128 -strip "$1"
}
