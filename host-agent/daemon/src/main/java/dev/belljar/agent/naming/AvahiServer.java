package dev.belljar.agent.naming;

import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.interfaces.DBusInterface;

/// Avahi's server, as in its D-Bus interface.
@DBusInterfaceName("org.freedesktop.Avahi.Server")
public interface AvahiServer extends DBusInterface {
    /// A new group of records, which lives as long as the connection that made it.
    @DBusMemberName("EntryGroupNew")
    DBusPath entryGroupNew();

    /// Avahi's version, for example `avahi 0.8`.
    @DBusMemberName("GetVersionString")
    String version();
}
