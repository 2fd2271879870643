# Runs in the machine as root: starts Docker, and lets the user of the machine use it.
set -eu
usermod -aG docker agent
# Terminals that are open already do not get the group, so the socket is also the user's own, now and after each start.
mkdir -p /etc/systemd/system/docker.socket.d
printf '[Socket]\nSocketUser=agent\n' > /etc/systemd/system/docker.socket.d/belljar.conf
# Debian has Compose as the program docker-compose alone, and most projects say "docker compose".
plugins=/usr/local/lib/docker/cli-plugins
mkdir -p "$plugins"
cat > "$plugins/docker-compose" <<'END'
#!/bin/sh
# Runs docker-compose for "docker compose".
if [ "${1-}" = docker-cli-plugin-metadata ]; then
    printf '{"SchemaVersion":"0.1.0","Vendor":"Debian","Version":"1","ShortDescription":"Docker Compose"}\n'
    exit
fi
left=$# found=
while [ "$left" -gt 0 ]; do
    word=$1 left=$((left - 1))
    shift
    if [ -z "$found" ] && [ "$word" = compose ]; then found=1; else set -- "$@" "$word"; fi
done
# A machine without hardware acceleration may need more than the usual minute for a container.
export COMPOSE_HTTP_TIMEOUT="${COMPOSE_HTTP_TIMEOUT:-600}"
exec docker-compose "$@"
END
chmod 0755 "$plugins/docker-compose"
systemctl daemon-reload
systemctl enable --now docker
chown agent /run/docker.sock
