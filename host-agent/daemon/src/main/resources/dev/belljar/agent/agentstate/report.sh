# Prints the beginning of the file of the first argument, in which the hooks of an agent report.
[ -f "$1" ] && [ ! -L "$1" ] && head -c 16384 -- "$1"
exit 0
