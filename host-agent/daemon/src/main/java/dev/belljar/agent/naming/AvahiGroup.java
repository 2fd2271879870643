package dev.belljar.agent.naming;

import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.types.UInt32;

/// An entry group of Avahi, as in its D-Bus interface.
@DBusInterfaceName("org.freedesktop.Avahi.EntryGroup")
public interface AvahiGroup extends DBusInterface {
    /// Adds an address record; `network` is an interface's number, or -1 for all, `protocol` 0 for IPv4.
    @DBusMemberName("AddAddress")
    void addAddress(int network, int protocol, UInt32 flags, String name, String address);

    /// Announces the group.
    @DBusMemberName("Commit")
    void commit();

    /// Withdraws the group for good.
    @DBusMemberName("Free")
    void free();

    /// The state: 0 not committed, 1 registering, 2 announced, 3 another host has the name, 4 failed.
    @DBusMemberName("GetState")
    int state();
}
