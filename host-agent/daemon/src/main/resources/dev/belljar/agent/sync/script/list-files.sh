# Runs in the machine as the user agent: lists files of the workspace.
# Standard input: one path of a file or folder in each line, relative to the workspace.
# Standard output: entries "TYPE SIZE TIME MODE PATH", each ended by a zero byte; TYPE is f for a regular file.
# The host does not trust this output.
set -u
cd "${BELLJAR_WORKSPACE:-/workspace}" || exit 66
export LC_ALL=C
while IFS= read -r start; do
    [ -e "./$start" ] || [ -L "./$start" ] || continue
    find "./$start" -xdev -name .git -prune -o ! -type d -printf '%y %s %T@ %m %p\0' 2> /dev/null
done | head -z -n 200001
