#!/bin/sh
# Becomes tap.py in network and mount namespaces of its own, with the gateway as the only name server.
# usage: machine.sh FOLDER MAC MTU
echo "nameserver 10.213.0.1" >"$1/resolv.conf"
[ -e /etc/resolv.conf ] && mount --bind "$1/resolv.conf" /etc/resolv.conf
exec python3 "$1/tap.py" "$1/net.sock" "$2" "$3"
