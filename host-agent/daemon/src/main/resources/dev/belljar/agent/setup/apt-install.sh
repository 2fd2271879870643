# Runs in the machine as root: installs the Debian packages that its arguments name.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 \
    -o Dpkg::Options::=--force-confold -- "$@"
