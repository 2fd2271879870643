# Runs in the machine as the user agent: sends everything that was done in the workspace, and changes nothing in it.
# Standard input: lines "have OBJECT" (what the host has already) and "format NAME", up to its end.
# Standard output: lines "head OBJECT", "branch REF", "skipped PATH" (what could not be read, 50 at most),
# "tree OBJECT", "ref OBJECT REF", an empty line, then a pack.
# The host believes none of it: it takes the pack apart by itself.
set -eu
umask 077
workspace=${BELLJAR_WORKSPACE:-/workspace}

fail() {
    echo "$2" >&2
    exit "$1"
}

[ -d "$workspace" ] || fail 66 "$workspace is gone"
cd "$workspace"
workspace=$PWD
aside=$(mktemp -d)
trap 'rm -rf "$aside"' EXIT
: > "$aside/have"
format=sha1
while IFS=' ' read -r word value; do
    case $word in
        have) echo "$value" >> "$aside/have" ;;
        format) format=$value ;;
    esac
done

export GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0 GIT_LITERAL_PATHSPECS=1 GIT_NO_REPLACE_OBJECTS=1 LC_ALL=C
export GIT_AUTHOR_NAME=Belljar GIT_AUTHOR_EMAIL=belljar@localhost
export GIT_COMMITTER_NAME=Belljar GIT_COMMITTER_EMAIL=belljar@localhost
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE 2> /dev/null || :
quiet() {
    git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.splitIndex=false -c core.untrackedCache=false \
        -c gc.auto=0 -c core.looseCompression=1 -c core.quotePath=false "$@"
}

# A workspace whose .git is gone or broken is still full of work.
if [ -e .git ] && [ -z "$(quiet rev-parse --show-cdup 2> /dev/null || echo broken)" ]; then
    GIT_DIR=$(quiet rev-parse --absolute-git-dir)
    [ ! -f "$GIT_DIR/index" ] || cp "$GIT_DIR/index" "$aside/index"
else
    GIT_DIR=$aside/repository
    git init -q --bare --template= --object-format="$format" "$GIT_DIR"
fi
GIT_WORK_TREE=$PWD
export GIT_DIR GIT_WORK_TREE

# The paths of repositories inside the workspace that are no submodules: linked ones, and those without a commit.
nested() {
    {
        quiet ls-files -s | sed -n 's/^160000 [0-9a-f]* [0-9]\t\([^"].*\)$/\1/p'
        sed -n "s|^error: '\(.*\)/' does not have a commit checked out\$|\1|p" "$aside/errors"
    } | sort -u | while IFS= read -r path; do
        [ -e "$path/.git" ] || continue
        quiet config -f .gitmodules --get-regexp '^submodule\..*\.path$' 2> /dev/null | cut -d ' ' -f 2- \
            | grep -Fqx -e "$path" || echo "$path"
    done
}

# Such a repository would come back as an id and no files: its files are taken in its place.
unfold() {
    while IFS= read -r path; do
        inner=$(
            export GIT_INDEX_FILE="$aside/inner" GIT_WORK_TREE="$workspace/$path"
            rm -f "$GIT_INDEX_FILE"
            cd "$path" && {
                quiet add --all --ignore-errors 2>> "$aside/told" || [ $? -eq 1 ]
            } && quiet write-tree
        ) && quiet update-index --force-remove -- "$path" && quiet read-tree --prefix="$path/" "$inner" \
            && echo "$path/" >> "$aside/unfolded" || echo "error: unable to index file '$path/'" >> "$aside/told"
    done
}

# Git goes on with a warning when there is something it may not read; a repository nested too deep, or under a name
# that cannot be told here, stays an id without files.
skipped() {
    {
        sed -n "s/^error: unable to index file '\(.*\)'\$/\1/p
            s/^warning: could not open directory '\(.*\)': .*\$/\1/p
            s/^\([^:]*\): Permission denied\$/\1/p" "$aside/told" | grep -Fvx -f "$aside/unfolded" || :
        nested
        quiet ls-files -s | sed -n 's/^160000 [0-9a-f]* [0-9]\t\(".*\)$/\1/p'
    } | sort -u | head -n 50 | cut -c 1-1000
}

captured() {
    export GIT_INDEX_FILE="$aside/index"
    code=0
    : > "$aside/unfolded"
    quiet add --all --ignore-errors 2> "$aside/errors" || code=$?
    cat "$aside/errors" >&2
    cp "$aside/errors" "$aside/told"
    [ "$code" -le 1 ] || return "$code"
    for depth in 1 2 3; do
        nested > "$aside/nested"
        [ -s "$aside/nested" ] || break
        unfold < "$aside/nested"
        : > "$aside/errors"
    done
    : > "$aside/errors"
    skipped > "$aside/skipped"
    quiet write-tree
}
# An index the machine broke is no reason to lose the files.
tree=$(captured) || {
    rm -f "$aside/index"
    tree=$(captured)
}

head=$(quiet rev-parse -q --verify 'HEAD^{commit}') || head=
branch=$(quiet symbolic-ref -q HEAD) || branch=
{
    quiet for-each-ref --format='ref %(objectname) %(refname)' refs/heads
    quiet rev-list -g refs/stash 2> /dev/null | sed 's|.*|ref & refs/stash|' || :
} | head -n 1000 > "$aside/refs"

{
    echo "$tree"
    [ -z "$head" ] || echo "$head"
    cut -d ' ' -f 2 "$aside/refs"
    while read -r object; do
        ! quiet cat-file -e "$object" 2> /dev/null || echo "^$object"
    done < "$aside/have"
} > "$aside/revisions"

[ -z "$head" ] || echo "head $head"
[ -z "$branch" ] || echo "branch $branch"
sed 's/^/skipped /' "$aside/skipped"
echo "tree $tree"
cat "$aside/refs"
echo
quiet pack-objects -q --revs --stdout --thin --delta-base-offset < "$aside/revisions"
