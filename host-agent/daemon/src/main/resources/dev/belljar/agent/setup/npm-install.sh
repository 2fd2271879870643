# Runs in the machine as root: installs the npm packages that its arguments name, for all users.
set -eu
npm install --global --no-audit --no-fund --no-update-notifier -- "$@"
