# Runs in the machine as root: updates the list of Debian packages.
set -eu
export DEBIAN_FRONTEND=noninteractive
# An interrupted setup may have left packages unpacked.
dpkg --configure -a
# Without the error mode, apt reports success although it reached no server.
apt-get update -q -o Acquire::Languages=none -o Acquire::Retries=3 -o APT::Update::Error-Mode=any
