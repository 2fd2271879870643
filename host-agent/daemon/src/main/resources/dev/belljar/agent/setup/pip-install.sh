# Runs in the machine as root: installs the Python packages that its arguments name, for all users.
# The option is safe here: pip of Debian writes below /usr/local, where apt writes nothing, so that neither replaces
# files of the other, and no other project uses this machine.
set -eu
python3 -m pip install --break-system-packages --root-user-action=ignore --no-input --disable-pip-version-check \
    --no-cache-dir -- "$@"
