# Runs in the machine as the user agent: makes the workspace look as the project did on the host.
# Standard input: lines "word value", an empty line, then the pack and its index. It may be cut off at any moment and
# run again; once the capture is there, running it again changes nothing.
set -eu
umask 022
workspace=${BELLJAR_WORKSPACE:-/workspace}

fail() {
    echo "$2" >&2
    exit "$1"
}

capture='' index='' head='' branch='' format=sha1 pack='' packbytes=0 indexbytes=0 shallow='' name='' email=''
while IFS=' ' read -r word value; do
    case $word in
        '') break ;;
        capture) capture=$value ;;
        index) index=$value ;;
        head) head=$value ;;
        branch) branch=$value ;;
        format) format=$value ;;
        pack) pack=$value ;;
        pack-bytes) packbytes=$value ;;
        index-bytes) indexbytes=$value ;;
        shallow) shallow="$shallow$value
" ;;
        user.name) name=$value ;;
        user.email) email=$value ;;
    esac
done
[ -n "$capture" ] && [ -n "$pack" ] || fail 64 "the delivery has no capture"

[ -d "$workspace" ] || mkdir -p "$workspace" || fail 66 "$workspace cannot be made"
cd "$workspace"
if [ -f .git/belljar-delivered ] && [ "$(cat .git/belljar-delivered)" = "$capture" ]; then
    cat > /dev/null
    exit 0
fi
if [ ! -f .git/belljar-delivering ] && [ -n "$(ls -A .)" ]; then
    fail 65 "$workspace is not empty, and what is in it did not come from an interrupted delivery"
fi

mkdir -p .git
: > .git/belljar-delivering
# What an interrupted delivery left goes first: everything but the mark that says so.
find . -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
find .git -mindepth 1 -maxdepth 1 ! -name belljar-delivering -exec rm -rf {} +

export GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 LC_ALL=C
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE 2> /dev/null || :
quiet() {
    git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c advice.detachedHead=false -c gc.auto=0 "$@"
}
quiet init -q --template= --object-format="$format" .
mkdir -p .git/objects/pack .git/info .git/hooks
head -c "$packbytes" > ".git/objects/pack/pack-$pack.pack"
head -c "$indexbytes" > ".git/objects/pack/pack-$pack.idx"
for part in "pack:$packbytes" "idx:$indexbytes"; do
    there=$(wc -c < ".git/objects/pack/pack-$pack.${part%%:*}")
    [ "$there" -eq "${part##*:}" ] || fail 67 "the delivery was cut off"
done
chmod 0444 ".git/objects/pack/pack-$pack.pack" ".git/objects/pack/pack-$pack.idx"
[ -z "$shallow" ] || printf %s "$shallow" > .git/shallow

if [ -n "$branch" ]; then
    quiet symbolic-ref HEAD "refs/heads/$branch"
    [ -z "$head" ] || quiet update-ref "refs/heads/$branch" "$head"
elif [ -n "$head" ]; then
    quiet update-ref --no-deref HEAD "$head"
fi
[ -z "$name" ] || quiet config user.name "$name"
[ -z "$email" ] || quiet config user.email "$email"

# The files as they were in the working tree, then the index as it was: what is between them shows as not staged.
quiet read-tree -u --reset "$capture"
quiet read-tree "$index"
quiet update-index -q --refresh || :
echo "$capture" > .git/belljar-delivered
rm -f .git/belljar-delivering
