# Runs in the machine as the user agent: adds the commits of the project on the host to the repository in the workspace,
# and lets git move the checked-out branch if that loses nothing.
# Standard input: lines "word value", an empty line, then a pack. "commit" is the project's commit, "ref" the name below
# refs/remotes/host; "how" is fast-forward, merge or rebase.
# Standard output: "state WORD", "conflict PATH" (200 at most), "said LINE" (what git said, 40 lines at most).
# Standard error: "belljar-at PATH" every two seconds while the script makes progress.
# The host does not trust this output.
set -eu
umask 022
workspace=${BELLJAR_WORKSPACE:-/workspace}
exec 3>&1 1>&2

fail() {
    echo "$2" >&2
    exit "$1"
}

commit='' ref='' how=fast-forward stash='' shallow='' packbytes=0
while IFS=' ' read -r word value; do
    case $word in
        '') break ;;
        commit) commit=$value ;;
        ref) ref=$value ;;
        how) how=$value ;;
        autostash) stash=--autostash ;;
        pack-bytes) packbytes=$value ;;
        shallow) shallow="$shallow$value
" ;;
    esac
done
[ -n "$commit" ] && [ -n "$ref" ] || fail 64 "the push contains no commit"

[ -d "$workspace" ] || fail 66 "$workspace does not exist"
cd "$workspace"
workspace=$PWD
aside=$(mktemp -d)
trap 'kill "$watcher" 2> /dev/null || :; rm -rf "$aside"' EXIT
watch > /dev/null < /dev/null &
watcher=$!
: > "$aside/said"
: > "$aside/adopted"

export GIT_TERMINAL_PROMPT=0 GIT_EDITOR=true GIT_SEQUENCE_EDITOR=true GIT_MERGE_AUTOEDIT=no LC_ALL=C
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE 2> /dev/null || :
quiet() {
    git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 -c advice.detachedHead=false "$@"
}
[ -e .git ] && [ -z "$(quiet rev-parse --show-cdup 2> /dev/null || echo broken)" ] \
    || fail 65 "$workspace contains no git repository"
quiet config user.email > /dev/null || {
    export GIT_AUTHOR_NAME=Belljar GIT_AUTHOR_EMAIL=belljar@localhost
    export GIT_COMMITTER_NAME=Belljar GIT_COMMITTER_EMAIL=belljar@localhost
}
own=$(quiet rev-parse --absolute-git-dir)
common=$(cd "$(quiet rev-parse --git-common-dir)" && pwd)

printf %s "$shallow" | while read -r one; do
    grep -Fqx -e "$one" "$common/shallow" 2> /dev/null || echo "$one" >> "$common/shallow"
done
if [ "$packbytes" -gt 0 ]; then
    head -c "$packbytes" | quiet index-pack --stdin --fix-thin
fi
quiet cat-file -e "$commit^{commit}" || fail 67 "the pushed commits are incomplete"
target=refs/remotes/host/$ref
# A branch of an earlier push, such as host/a for host/a/b, may be in the way of this name.
quiet update-ref -m 'belljar: push' "$target" "$commit" 2> /dev/null || {
    quiet for-each-ref --format='delete %(refname)' refs/remotes/host | quiet update-ref --stdin
    quiet update-ref -m 'belljar: push' "$target" "$commit"
}

answer() {
    echo "state $1" >&3
    case $1 in
        conflicts | unfinished)
            quiet diff --name-only --diff-filter=U -z | head -z -n 200 | tr '\n\0' '?\n' \
                | cut -c 1-1000 | sed 's/^/conflict /' >&3
            ;;
    esac
    head -n 40 "$aside/said" | cut -c 1-400 | sed 's/^/said /' >&3
    exit 0
}

for sign in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD rebase-merge rebase-apply; do
    [ ! -e "$own/$sign" ] || {
        answer unfinished
    }
done

head=$(quiet rev-parse -q --verify 'HEAD^{commit}') || head=
if [ -z "$head" ] || quiet merge-base --is-ancestor "$head" "$commit"; then
    [ "$head" != "$commit" ] || answer up-to-date
    how=fast-forward
elif quiet merge-base --is-ancestor "$commit" "$head"; then
    answer up-to-date
elif [ "$how" = fast-forward ]; then
    answer diverged
fi

# Files that were not committed here and have the content of the project's commit do not stand in the way of a
# fast-forward: they are added to the index as that commit has them. Files that are staged otherwise are left alone.
adopt() {
    quiet diff-tree -r --raw --no-abbrev --no-renames --diff-filter=AMT "$head" "$commit" \
        | sed -n 's/^:[0-7]* \([0-7]*\) [0-9a-f]* \([0-9a-f]*\) [AMT]\t/\1 \2\t/p' > "$aside/entries"
    GIT_INDEX_FILE=$aside/index quiet update-index --index-info < "$aside/entries"
    GIT_INDEX_FILE=$aside/index quiet update-index -q --refresh > /dev/null || :
    GIT_INDEX_FILE=$aside/index quiet ls-files -z | sort -z > "$aside/theirs"
    GIT_INDEX_FILE=$aside/index quiet diff-files -z --name-only | sort -z > "$aside/other"
    quiet diff-index --cached -z --name-only "$head" | sort -z > "$aside/staged"
    comm -z -23 "$aside/theirs" "$aside/other" | comm -z -23 - "$aside/staged" > "$aside/adopted"
    quiet update-index --add -z --stdin < "$aside/adopted"
}

code=0
case $how in
    fast-forward)
        [ -z "$head" ] || adopt
        quiet merge --quiet $stash --ff-only "$target" > "$aside/said" 2>&1 || code=$?
        [ $code = 0 ] || [ ! -s "$aside/adopted" ] \
            || quiet reset -q --pathspec-from-file="$aside/adopted" --pathspec-file-nul
        became=fast-forwarded
        ;;
    merge)
        quiet merge --quiet --no-edit --no-ff $stash -m "Merge host/$ref" "$target" > "$aside/said" 2>&1 || code=$?
        became=merged
        ;;
    rebase)
        quiet -c rebase.autoSquash=false rebase --quiet $stash "$target" > "$aside/said" 2>&1 || code=$?
        became=rebased
        ;;
    *) fail 64 "unknown kind of push: $how" ;;
esac
[ $code != 0 ] || answer $became
for sign in MERGE_HEAD rebase-merge rebase-apply; do
    [ ! -e "$own/$sign" ] || answer conflicts
done
answer blocked
