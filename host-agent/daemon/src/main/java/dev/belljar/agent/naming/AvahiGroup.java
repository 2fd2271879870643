package dev.belljar.agent.naming;

import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.types.UInt32;

/// A group of Avahi's records, as its D-Bus interface has it.
@DBusInterfaceName("org.freedesktop.Avahi.EntryGroup")
public interface AvahiGroup extends DBusInterface {
    /// Adds an address record; `network` is an interface's number, or -1 for all, `protocol` 0 for IPv4.
    @DBusMemberName("AddAddress")
    void addAddress(int network, int protocol, UInt32 flags, String name, String address);

    /// Announces the group.
    @DBusMemberName("Commit")
    void commit();

    /// Withdraws it for good.
    @DBusMemberName("Free")
    void free();

    /// 0 not committed, 1 on its way, 2 announced, 3 somebody else has the name, 4 failed.
    @DBusMemberName("GetState")
    int state();
}
