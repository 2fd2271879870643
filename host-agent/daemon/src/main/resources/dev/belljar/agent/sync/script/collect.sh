# Runs in the machine as the user agent: sends all work in the workspace, and changes nothing in the workspace.
# Standard input, read to its end: lines "have OBJECT" (an object that the host already has), "format NAME" (the object
# format) and "most BYTES" (the size of the largest file to send).
# Standard output: lines "head OBJECT", "branch REF", "skipped PATH" (a path that could not be read; 50 at most),
# "large BYTES PATH" (a file that is too large; 50 at most), "larges NUMBER" (how many files are too large),
# "tree OBJECT", "ref OBJECT REF", an empty line, then a pack.
# Standard error: "belljar-at PATH", the file being read, every two seconds while the script makes progress.
# The host does not trust this output: it checks every object of the pack itself.
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

watch > /dev/null < /dev/null &
watcher=$!

while IFS=' ' read -r word value; do
    case $word in
        have) echo "$value" >> "$aside/have" ;;
        format) format=$value ;;
        most) most=$value ;;
    esac
done

export GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0 GIT_LITERAL_PATHSPECS=1 GIT_NO_REPLACE_OBJECTS=1 GIT_GRAFT_FILE=/dev/null LC_ALL=C
export GIT_AUTHOR_NAME=Belljar GIT_AUTHOR_EMAIL=belljar@localhost
export GIT_COMMITTER_NAME=Belljar GIT_COMMITTER_EMAIL=belljar@localhost
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE 2> /dev/null || :
switches='-c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.splitIndex=false -c core.untrackedCache=false
    -c gc.auto=0 -c core.looseCompression=1 -c core.quotePath=false -c core.sparseCheckout=false'
quiet() {
    git $switches "$@"
}

# If .git is missing or broken, an empty repository is used instead: the workspace can still contain work.
if [ -e .git ] && [ -z "$(quiet rev-parse --show-cdup 2> /dev/null || echo broken)" ]; then
    GIT_DIR=$(quiet rev-parse --absolute-git-dir)
    # The copy keeps the timestamp: git reads the contents of a file only if the file is not older than the index, so
    # a newer index would hide changes.
    [ ! -f "$GIT_DIR/index" ] || cp --preserve=timestamps "$GIT_DIR/index" "$aside/index"
else
    GIT_DIR=$aside/repository
    git init -q --bare --template= --object-format="$format" "$GIT_DIR"
fi
GIT_WORK_TREE=$PWD
export GIT_DIR GIT_WORK_TREE

# Lists the files in the current folder that git would add and that are too large: untracked ones in `untracked`, tracked
# ones in `changed`. Fails if .gitignore or .gitattributes is a special file such as a pipe, on which git would block.
oversized() {
    find . -mindepth 1 \( -path ./.git -prune \) -o \( -name .git -fprintf "$aside/inside" '%P\0' -prune \) \
        -o \( \( -name .gitignore -o -name .gitattributes \) ! -type f ! -type l ! -type d -fprintf "$aside/special" '%P ' \) \
        -o -type f -size +"$most"c -fprintf "$aside/files" '%P\0' 2> /dev/null || :
    [ ! -s "$aside/special" ] || fail 65 "$(cat "$aside/special"): not a regular file; remove it"
    [ -s "$aside/files" ] || return 0
    sed -z 's|[.]git$||; s/[][\.*^$]/\\&/g; s/^/^/' "$aside/inside" | tr '\n\0' '.\n' > "$aside/prefixes"
    grep -zv -f "$aside/prefixes" "$aside/files" > "$aside/candidates" || return 0
    xargs -0 -r git $switches ls-files -z --others --exclude-standard -- < "$aside/candidates" > "$aside/untracked" || :
    xargs -0 -r git $switches diff-files -z --name-only -- < "$aside/candidates" > "$aside/changed" || :
}

# Adds all files in the current folder to the index except those that are too large. Those are marked as unchanged in the
# index while git adds the others; untracked ones are removed from the index afterwards. $1 is the prefix of their
# names in `large`.
add_all() {
    for list in inside special files untracked changed; do
        : > "$aside/$list"
    done
    oversized
    if [ -s "$aside/untracked" ] || [ -s "$aside/changed" ]; then
        cat "$aside/untracked" "$aside/changed" > "$aside/left"
        leave_out "$1"
    fi
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

# Lists in `links` what the index has as a commit id: submodules, and other repositories inside the workspace. Mostly
# there is none, and then the programs that would read the list need not run.
list_links() {
    quiet ls-files -s | sed -n '/^160000 /p' > "$aside/links"
}

# Removes the marks "assume unchanged" and "skip worktree" from the index: git would not look for changes of these files.
# Files that are not there keep the second mark, because a sparse checkout leaves them out.
unmark() {
    quiet ls-files -z -v | sed -zn 's/^[a-zS] //p' > "$aside/marked"
    [ -s "$aside/marked" ] || return 0
    quiet update-index -z --no-assume-unchanged --stdin < "$aside/marked"
    xargs -0 -r sh -c 'for file; do [ ! -e "$file" ] && [ ! -L "$file" ] || printf "%s\0" "$file"; done' sh \
        < "$aside/marked" > "$aside/present"
    quiet update-index -z --no-skip-worktree --stdin < "$aside/present"
}

# Prints the paths of repositories inside the workspace that are not submodules: those that git added as a commit id, and
# those that it refused because they have no commit.
nested() {
    [ -s "$aside/links" ] || [ -s "$aside/errors" ] || return 0
    {
        sed -n 's/^160000 [0-9a-f]* [0-9]\t\([^"].*\)$/\1/p' "$aside/links"
        sed -n "s|^error: '\(.*\)/' does not have a commit checked out\$|\1|p" "$aside/errors"
    } | sort -u | while IFS= read -r path; do
        [ -e "$path/.git" ] || continue
        quiet config -f .gitmodules --get-regexp '^submodule\..*\.path$' 2> /dev/null | cut -d ' ' -f 2- \
            | grep -Fqx -e "$path" || echo "$path"
    done
}

# Replaces each such repository in the index by its files: git would send only its commit id.
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

# Prints the paths that were left out: those that git warned about because it could not read them, and repositories that
# stay a commit id because they are nested too deeply or because git quotes their names.
skipped() {
    [ -s "$aside/links" ] || [ -s "$aside/told" ] || return 0
    {
        sed -n "s/^error: unable to index file '\(.*\)'\$/\1/p
            s/^warning: could not open directory '\(.*\)': .*\$/\1/p
            s/^\([^:]*\): Permission denied\$/\1/p" "$aside/told" | grep -Fvx -f "$aside/unfolded" || :
        nested
        sed -n 's/^160000 [0-9a-f]* [0-9]\t\(".*\)$/\1/p' "$aside/links"
    } | sort -u | head -n 50 | cut -c 1-1000
}

captured() {
    export GIT_INDEX_FILE="$aside/index"
    code=0
    : > "$aside/unfolded"
    : > "$aside/large"
    : > "$aside/larges"
    unmark
    add_all '' 2> "$aside/errors" || code=$?
    : > "$aside/told"
    if [ -s "$aside/errors" ]; then
        cat "$aside/errors" >&2
        cp "$aside/errors" "$aside/told"
    fi
    [ "$code" -le 1 ] || return "$code"
    list_links
    for depth in 1 2 3; do
        nested > "$aside/nested"
        [ -s "$aside/nested" ] || break
        unfold < "$aside/nested"
        list_links
        : > "$aside/errors"
    done
    : > "$aside/errors"
    skipped > "$aside/skipped"
    quiet write-tree
}
# If the workspace's index is broken, the files are added again to an empty index.
tree=$(captured) || {
    rm -f "$aside/index"
    tree=$(captured)
}

head=$(quiet rev-parse -q --verify 'HEAD^{commit}') || head=
branch=$(quiet symbolic-ref -q HEAD) || branch=
quiet for-each-ref --format='%(objecttype) %(objectname) %(refname)' refs/heads > "$aside/branches" 2> "$aside/errors" \
    || fail 65 "a branch in $workspace is damaged ($(grep -m 1 '^fatal' "$aside/errors")); repair or delete it"
other=$(sed -n '/^commit /!{s/^[^ ]* [^ ]* //p;q}' "$aside/branches")
[ -z "$other" ] || fail 65 "$other in $workspace does not name a commit; delete it"
# Prints the tags with commits that no branch contains. Tags that were fetched from elsewhere are not the machine's work:
# if they bring many commits, none is sent.
tagged() {
    quiet for-each-ref refs/tags --format='%(if)%(*objectname)%(then)%(*objecttype) %(*objectname)%(else)%(objecttype) %(objectname)%(end) %(refname)' \
        2> /dev/null | sed -n 's/^commit //p' | head -n 1000 > "$aside/tags" || :
    [ -s "$aside/tags" ] || return 0
    cut -d ' ' -f 1 "$aside/tags" | quiet rev-list --stdin --max-count=1001 --not --branches --remotes $head \
        > "$aside/tagged" 2> /dev/null || return 0
    [ ! -s "$aside/tagged" ] || [ "$(wc -l < "$aside/tagged")" -gt 1000 ] || grep -F -f "$aside/tagged" "$aside/tags" || :
}
{
    quiet rev-list -g refs/stash 2> /dev/null | sed 's|.*|ref & refs/stash|' | head -n 200 || :
    sed 's/^commit /ref /' "$aside/branches"
    tagged | sed 's/^/ref /'
} | head -n 1000 > "$aside/refs"

{
    echo "$tree"
    [ -z "$head" ] || echo "$head"
    cut -d ' ' -f 2 "$aside/refs"
    [ ! -s "$aside/have" ] || quiet cat-file --batch-check='^%(objectname)' < "$aside/have" 2> /dev/null | sed -n '/^\^/p'
} > "$aside/revisions"

[ -z "$head" ] || echo "head $head"
[ -z "$branch" ] || echo "branch $branch"
[ ! -s "$aside/skipped" ] || sed 's/^/skipped /' "$aside/skipped"
[ ! -s "$aside/large" ] || head -z -n 50 "$aside/large" | tr '\n\0' '?\n' | cut -c 1-1000 | sed 's/^/large /'
larges=0
[ ! -s "$aside/larges" ] || larges=$(wc -c < "$aside/larges")
echo "larges $larges"
echo "tree $tree"
cat "$aside/refs"
echo
quiet pack-objects -q --revs --stdout --thin --delta-base-offset < "$aside/revisions"
