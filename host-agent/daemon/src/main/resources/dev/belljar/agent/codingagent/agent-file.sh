# Runs in the machine as the user agent: writes standard input to the file of the first argument, readable by the user
# only. A file that is there is replaced only if the script wrote it and nobody changed it since; otherwise, the script
# prints "kept".
set -eu
umask 077
file=$1
case $file in /*) ;; *) exit 64 ;; esac
written=$HOME/.cache/belljar/agent-files
mkdir -p -- "$written"
new=$(mktemp -- "$written/new.XXXXXX")
part=
trap 'rm -f -- "$new" "$part"' EXIT
cat > "$new"
key=$written/$(printf %s "$file" | sha256sum | cut -c 1-32)
if [ -e "$file" ] || [ -L "$file" ]; then
    if [ -L "$file" ] || [ ! -f "$file" ] || [ ! -e "$key" ] || [ "$(sha256sum < "$file")" != "$(cat "$key")" ]; then
        cmp -s -- "$new" "$file" || echo kept
        exit 0
    fi
fi
mkdir -p -- "${file%/*}"
part=$(mktemp -- "$file.XXXXXX")
cat "$new" > "$part"
chmod 600 -- "$part"
mv -fT -- "$part" "$file"
part=
sha256sum < "$new" > "$key"
