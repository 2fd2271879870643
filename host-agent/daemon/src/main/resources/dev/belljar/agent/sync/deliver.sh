# Runs in the machine as the user agent: makes the workspace look as the project did on the host.
# Standard input: lines "word value", an empty line, then the pack and its index. It may be cut off at any moment and
# run again; once the capture is there, running it again changes nothing.
#
# In a machine that has just begun each program costs up to a tenth of a second: what the shell can do by itself is not
# given to one.
set -eu
umask 022
workspace=${BELLJAR_WORKSPACE:-/workspace}

fail() {
    echo "$2" >&2
    exit "$1"
}

capture='' tree='' index='' head='' branch='' format=sha1 pack='' packbytes=0 indexbytes=0 shallow='' name='' email=''
while IFS=' ' read -r word value; do
    case $word in
        '') break ;;
        capture) capture=$value ;;
        tree) tree=$value ;;
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
[ -n "$capture" ] && [ -n "$pack" ] || fail 64 "the project data contains no capture"

[ -d "$workspace" ] || mkdir -p "$workspace" || fail 66 "$workspace could not be created"
cd "$workspace"
if [ -f .git/belljar-delivered ] && read -r there < .git/belljar-delivered && [ "$there" = "$capture" ]; then
    cat > /dev/null
    exit 0
fi

# Prints how much there is: nothing, only what an interrupted delivery left, or something else.
found() {
    there=nothing
    for one in * .[!.]* ..?*; do
        if [ -e "$one" ] || [ -L "$one" ]; then
            there=other
        fi
    done
    if [ $there = other ] && [ -f .git/belljar-delivering ]; then
        there=rest
    fi
    echo "$there"
}
case $(found) in
    nothing)
        mkdir .git
        : > .git/belljar-delivering
        ;;
    rest)
        # The mark that says so goes last.
        find . -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
        find .git -mindepth 1 -maxdepth 1 ! -name belljar-delivering -exec rm -rf {} +
        ;;
    *) fail 65 "$workspace is not empty, and its files are not left over from an interrupted copy of the project" ;;
esac

export GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 LC_ALL=C
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE 2> /dev/null || :
quiet() {
    git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 "$@"
}

# An empty repository, as `git init` makes it (gitrepository-layout(5)); names come quoted for its configuration.
reference=refs/heads/$branch
mkdir -p .git/objects/pack .git/objects/info .git/refs/heads .git/refs/tags .git/info .git/hooks ".git/${reference%/*}"
{
    version=0
    [ "$format" = sha1 ] || version=1
    printf '[core]\n\trepositoryformatversion = %s\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n' $version
    [ $version = 0 ] || printf '[extensions]\n\tobjectformat = %s\n' "$format"
    [ -z "$name$email" ] || printf '[user]\n'
    [ -z "$name" ] || printf '\tname = %s\n' "$name"
    [ -z "$email" ] || printf '\temail = %s\n' "$email"
} > .git/config
if [ -n "$branch" ]; then
    printf 'ref: %s\n' "$reference" > .git/HEAD
    [ -z "$head" ] || printf '%s\n' "$head" > ".git/$reference"
elif [ -n "$head" ]; then
    printf '%s\n' "$head" > .git/HEAD
else
    printf 'ref: refs/heads/main\n' > .git/HEAD
fi
[ -z "$shallow" ] || printf %s "$shallow" > .git/shallow

umask 0333
head -c "$packbytes" > ".git/objects/pack/pack-$pack.pack"
head -c "$indexbytes" > ".git/objects/pack/pack-$pack.idx"
umask 022
# Prints "LENGTH NAME LENGTH NAME SUM total".
set -- $(wc -c ".git/objects/pack/pack-$pack.pack" ".git/objects/pack/pack-$pack.idx")
[ "$1" -eq "$packbytes" ] && [ "$3" -eq "$indexbytes" ] || fail 67 "the project data is incomplete"

# The files as they were in the working tree, then the index as it was: what is between them shows as not staged.
quiet read-tree -u --reset "$capture"
if [ "$index" != "$tree" ]; then
    quiet read-tree -m "$index"
    quiet update-index -q --refresh || :
fi
echo "$capture" > .git/belljar-delivered
rm -f .git/belljar-delivering
