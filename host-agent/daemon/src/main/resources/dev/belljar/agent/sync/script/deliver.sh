# Runs in the machine as the user agent: creates the workspace as the project was on the host.
# Standard input: lines "word value", an empty line, the pack, its index, and the times that files have on the host: for
# each file its seconds, nanoseconds and path, separated by blanks and ended by NUL. The script can be interrupted at any
# time and run again; once the capture is in the workspace, a further run changes nothing.
#
# In a machine that has just booted, starting a program takes up to a tenth of a second, so the script uses the shell's
# own commands where it can.
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

# Prints what the workspace contains: nothing, rest (only files of an interrupted delivery), prepared (what the setup of a
# template made, which is kept), or other.
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
    if [ $there != nothing ] && [ -f .git/belljar-prepared ]; then
        there=prepared
    fi
    echo "$there"
}
case $(found) in
    nothing)
        mkdir .git
        : > .git/belljar-delivering
        ;;
    rest)
        # The marker of the interrupted delivery is kept: a further interruption must be recognized, too.
        find . -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
        find .git -mindepth 1 -maxdepth 1 ! -name belljar-delivering -exec rm -rf {} +
        ;;
    prepared)
        # The marker of the template is kept until the end: after an interruption, its files must not count as left over.
        find .git -mindepth 1 -maxdepth 1 ! -name belljar-prepared -exec rm -rf {} +
        ;;
    *) fail 65 "$workspace is not empty, and its files are not left over from an interrupted copy of the project" ;;
esac

export GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 LC_ALL=C
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE 2> /dev/null || :
quiet() {
    git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 "$@"
}

# Creates an empty repository as `git init` does (see gitrepository-layout(5)). The host has already quoted the names for
# the configuration file.
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
# wc prints "LENGTH NAME LENGTH NAME SUM total".
set -- $(wc -c ".git/objects/pack/pack-$pack.pack" ".git/objects/pack/pack-$pack.idx")
[ "$1" -eq "$packbytes" ] && [ "$3" -eq "$indexbytes" ] || fail 67 "the project data is incomplete"

# Sets the times with utimensat(2), because starting touch(1) for each file would take hours in an emulated machine.
# Without perl, which git needs in Debian, or on another architecture, files keep the time of the checkout.
settimes() {
    perl -e '
        use Config;
        my $call = {x86_64 => 280, aarch64 => 88}->{(split /-/, $Config{archname})[0]} or exit;
        my ($here, $same, $nofollow) = (-100, (1 << 30) - 2, 0x100);
        $/ = "\0";
        while (<STDIN>) {
            my ($seconds, $nanos, $path) = /^(-?\d{1,18}) (\d{1,9}) (.+)\0$/s or next;
            my $times = pack "q4", 0, $same, $seconds, $nanos;
            syscall $call, $here, $path, $times, $nofollow;
        }' 2> /dev/null || :
    cat > /dev/null
}

# The first command restores the working tree, the second one the index, so that git shows their differences as
# changes that are not staged. After the times are set, git must compare all files with the index once; that comes last,
# because the second command refuses files that git would have to compare.
quiet read-tree -u --reset "$capture"
[ "$index" = "$tree" ] || quiet read-tree -m "$index"
settimes
quiet update-index -q --refresh || :
echo "$capture" > .git/belljar-delivered
rm -f .git/belljar-delivering .git/belljar-prepared
