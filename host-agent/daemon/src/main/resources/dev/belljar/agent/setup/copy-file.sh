# Runs in the machine as the user agent: writes standard input to the file of the first argument, with the mode of the
# second.
set -eu
umask 077
case $1 in /*) ;; *) exit 64 ;; esac
mkdir -p -- "${1%/*}"
part=$(mktemp -- "$1.XXXXXX")
trap 'rm -f -- "$part"' EXIT
cat > "$part"
chmod -- "$2" "$part"
mv -fT -- "$part" "$1"
