# Prints the newest transcript from a place on, at most 256 KiB of it: first a line with the place, whether something was
# skipped, and the path. The first argument is the path that was read last, the second the place in it, the others are
# folders and files. The size of a transcript makes no difference.
most=262144
known=$1 place=$2
shift 2
newest=$(find "$@" -maxdepth 6 -type f \( -name '*.jsonl' -o -name '*.md' \) -printf '%T@ %s %p\n' 2> /dev/null |
    sort -rn | head -n 1)
[ -n "$newest" ] || exit 0
rest=${newest#* }
size=${rest%% *} path=${rest#* }
from=0 skipped=0
[ "$path" = "$known" ] && [ "$place" -le "$size" ] && from=$place
if [ $((size - from)) -gt $most ]; then
    from=$((size - most)) skipped=1
fi
printf '%s %s %s\n' "$from" "$skipped" "$path"
tail -c "+$((from + 1))" -- "$path" | head -c $most
