# Runs in the machine as root: starts Docker, and lets the user of the machine use it.
set -eu
usermod -aG docker agent
systemctl enable --now docker
