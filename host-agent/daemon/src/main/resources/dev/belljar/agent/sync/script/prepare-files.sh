# Runs in the machine as the user agent: prepares a folder for files from the host.
# Standard input: the folder in the first line, then one path below it in each line.
# Files that git would see are excluded from it; if git tracks one of the paths, nothing is done.
set -eu
export LC_ALL=C GIT_OPTIONAL_LOCKS=0 GIT_LITERAL_PATHSPECS=1
IFS= read -r folder
mkdir -p -- "$folder"
cd -- "$folder"
paths=$(cat)
exclude=$(git -c core.fsmonitor=false rev-parse --git-path info/exclude 2> /dev/null) || exit 0
prefix=$(git rev-parse --show-prefix)
tracked=$(printf '%s\n' "$paths" | tr '\n' '\0' | xargs -0 -r git -c core.fsmonitor=false ls-files -- | head -n 1)
[ -z "$tracked" ] || {
    echo "git in the sandbox tracks $tracked" >&2
    exit 65
}
mkdir -p -- "${exclude%/*}"
printf '%s\n' "$paths" | while IFS= read -r path; do
    line=/$(printf '%s' "$prefix$path" | sed 's/[][\\*?]/\\&/g; s/ *$//')
    grep -Fqx -e "$line" "$exclude" 2> /dev/null || printf '%s\n' "$line" >> "$exclude"
done
