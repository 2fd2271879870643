# Runs in the machine as the user agent: sends everything that was done in the workspace, and changes nothing in it.
# Standard input: lines "have OBJECT" (what the host has already), "format NAME" and "most BYTES" (the largest file
# that is taken), up to its end.
# Standard output: lines "head OBJECT", "branch REF", "skipped PATH" (what could not be read, 50 at most),
# "large BYTES PATH" (what is larger than that, 50 at most) and how many "larges NUMBER",
# "tree OBJECT", "ref OBJECT REF", an empty line, then a pack.
# Standard error: "belljar-at PATH" every two seconds in which something went on, with the file that is being read.
# The host believes none of it: it takes the pack apart by itself.
set -eu
umask 077
workspace=${BELLJAR_WORKSPACE:-/workspace}

exec 3>&2
fail() {
    echo "$2" >&3
    exit "$1"
}

[ -d "$workspace" ] || fail 66 "$workspace does not exist"
cd "$workspace"
workspace=$PWD
aside=$(mktemp -d)
trap 'kill "$watcher" 2> /dev/null || :; rm -rf "$aside"' EXIT
: > "$aside/have"
: > "$aside/large"
format=sha1
most=104857600

# The processes that this script started and their descendants, without the one that asks.
descendants() {
    for pid in $(cat "/proc/$1/task/$1/children" 2> /dev/null || :); do
        [ "$pid" != "$2" ] || continue
        echo "$pid"
        descendants "$pid" "$2"
    done
}

# The CPU time of all of them so far, and of those that ended.
worked() {
    total=0
    for pid in $$ $1; do
        read -r line 2> /dev/null < "/proc/$pid/stat" || continue
        set -- ${line##*) }
        total=$((total + ${12} + ${13} + ${14} + ${15}))
    done
    echo "$total"
}

# A file of the workspace that one of them has open; else what is mounted there, which may be what does not answer.
reading() {
    for pid in $1; do
        for descriptor in "/proc/$pid/fd/"*; do
            file=$(readlink "$descriptor" 2> /dev/null) || continue
            case $file in
                "$workspace"/.git/*) ;;
                "$workspace"/*) printf '%s' "${file#"$workspace"/}" | tr '\n' '?'; return ;;
            esac
        done
    done
    while read -r _ _ _ _ mounted _; do
        case $mounted in
            "$workspace"/*) echo "${mounted#"$workspace"/} (another file system)"; return ;;
        esac
    done < /proc/self/mountinfo
}

# The host gives a script up that says nothing: this one says what it reads for as long as anything goes on, and the
# first time in any case.
watch() {
    own=$(exec sh -c 'echo $PPID')
    before=none
    while sleep 2 > /dev/null 2>&1 3>&- && kill -0 $$ 2> /dev/null; do
        pids=$(descendants $$ "$own")
        now=$(worked "$pids")
        [ "$now" = "$before" ] || echo "belljar-at $(reading "$pids")" >&2
        before=$now
    done
}
watch > /dev/null < /dev/null &
watcher=$!

while IFS=' ' read -r word value; do
    case $word in
        have) echo "$value" >> "$aside/have" ;;
        format) format=$value ;;
        most) most=$value ;;
    esac
done

export GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0 GIT_LITERAL_PATHSPECS=1 GIT_NO_REPLACE_OBJECTS=1 LC_ALL=C
export GIT_AUTHOR_NAME=Belljar GIT_AUTHOR_EMAIL=belljar@localhost
export GIT_COMMITTER_NAME=Belljar GIT_COMMITTER_EMAIL=belljar@localhost
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE 2> /dev/null || :
switches='-c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.splitIndex=false -c core.untrackedCache=false
    -c gc.auto=0 -c core.looseCompression=1 -c core.quotePath=false'
quiet() {
    git $switches "$@"
}

# A workspace whose .git is gone or broken is still full of work.
if [ -e .git ] && [ -z "$(quiet rev-parse --show-cdup 2> /dev/null || echo broken)" ]; then
    GIT_DIR=$(quiet rev-parse --absolute-git-dir)
    # Git compares the contents of a file that is not older than its index: a newer copy would hide changes.
    [ ! -f "$GIT_DIR/index" ] || cp --preserve=timestamps "$GIT_DIR/index" "$aside/index"
else
    GIT_DIR=$aside/repository
    git init -q --bare --template= --object-format="$format" "$GIT_DIR"
fi
GIT_WORK_TREE=$PWD
export GIT_DIR GIT_WORK_TREE

# Lists the files here that git would read and that are larger than wanted: in `untracked` those that it does not know,
# in `changed` those that it does. A special file in the place of one that git reads for itself would hold it up for ever.
oversized() {
    find . -mindepth 1 \( -path ./.git -prune \) -o \( -name .git -fprintf "$aside/inside" '%P\0' -prune \) \
        -o \( \( -name .gitignore -o -name .gitattributes \) ! -type f ! -type l ! -type d -fprintf "$aside/special" '%P ' \) \
        -o -type f -size +"$most"c -fprintf "$aside/files" '%P\0' 2> /dev/null || :
    [ ! -s "$aside/special" ] || fail 65 "$(cat "$aside/special"): not a regular file; remove it"
    sed -z 's|[.]git$||; s/[][\.*^$]/\\&/g; s/^/^/' "$aside/inside" | tr '\n\0' '.\n' > "$aside/prefixes"
    grep -zv -f "$aside/prefixes" "$aside/files" > "$aside/candidates" || return 0
    xargs -0 -r git $switches ls-files -z --others --exclude-standard -- < "$aside/candidates" > "$aside/untracked" || :
    xargs -0 -r git $switches diff-files -z --name-only -- < "$aside/candidates" > "$aside/changed" || :
}

# Puts everything here into the index but files that are too large: git is told that it knows them and that they did not
# change, and forgets those again that it did not know. $1 is what to write before their names in `large`.
add_all() {
    for list in inside special files untracked changed; do
        : > "$aside/$list"
    done
    oversized
    cat "$aside/untracked" "$aside/changed" > "$aside/left"
    [ ! -s "$aside/left" ] || leave_out "$1"
    added=0
    quiet add --all --ignore-errors || added=$?
    [ ! -s "$aside/untracked" ] || quiet update-index -z --force-remove --stdin < "$aside/untracked"
    return "$added"
}

leave_out() {
    empty=$(quiet hash-object -w --stdin < /dev/null)
    sed -z "s/^/100644 $empty\t/" "$aside/untracked" | quiet update-index -z --index-info
    quiet update-index -z --assume-unchanged --stdin < "$aside/left"
    before=$(printf '%s' "$1" | sed 's/[&/\]/\\&/g')
    head -z -n 50 "$aside/left" | xargs -0 -r stat --printf='%s %n\0' -- 2> /dev/null \
        | sed -z "s/^[0-9]* /&$before/" >> "$aside/large" || :
    tr -cd '\0' < "$aside/left" >> "$aside/larges"
}

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
                add_all "$path/" 2>> "$aside/told" || [ $? -eq 1 ]
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
    : > "$aside/large"
    : > "$aside/larges"
    add_all '' 2> "$aside/errors" || code=$?
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
head -z -n 50 "$aside/large" | tr '\n\0' '?\n' | cut -c 1-1000 | sed 's/^/large /'
echo "larges $(wc -c < "$aside/larges")"
echo "tree $tree"
cat "$aside/refs"
echo
quiet pack-objects -q --revs --stdout --thin --delta-base-offset < "$aside/revisions"
