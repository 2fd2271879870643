#!/bin/sh
# What udhcpc runs when its lease changes.
case "$1" in
bound | renew)
    ip addr flush dev "$interface"
    ip link set "$interface" mtu "$mtu"
    ip addr add "$ip/$mask" broadcast "$broadcast" dev "$interface"
    ip route replace default via "$router"
    echo "lease ip=$ip mask=$mask router=$router dns=$dns mtu=$mtu lease=$lease server=$serverid"
    ;;
esac
