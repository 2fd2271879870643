package dev.belljar.agent.naming;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.types.UInt32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Announces names for this host's loopback through the host's Avahi daemon. Each name has its own group of
/// records, because mDNS has no wildcards, and a name conflict withdraws the whole group.
///
/// Avahi withdraws everything when this connection ends, so nothing is left over. Avahi may be absent, or be
/// killed and started again: each `keep` checks that it is still the same process, and starts over if not. For
/// one thread.
final class AvahiNames implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AvahiNames.class);
    private static final String NAME = "org.freedesktop.Avahi";
    private static final String LOOPBACK = "127.0.0.1";
    private static final int ALL_NETWORKS = -1;
    private static final int IPV4 = 0;
    private static final UInt32 NO_REVERSE = new UInt32(16);
    private static final int ANNOUNCED = 2;
    private static final int COLLIDED = 3;
    /// After how many calls of `keep` a name that another host has is tried again.
    private static final int PATIENCE = 10;
    /// The most names: Avahi allows one client 1,024 objects.
    private static final int MOST = 500;

    private final String address;
    private final Map<String, NameState> entries = new HashMap<>();
    private @Nullable DBusConnection connection;
    private String owner = "";

    /// Uses the D-Bus at this address.
    AvahiNames(String address) {
        this.address = address;
    }

    /// The state of one name.
    private static final class NameState {
        private @Nullable AvahiGroup group;
        private int state;
        private int pause;
    }

    /// The state of all names: how many are announced, and how many another host has; `absent` says why none can
    /// be announced.
    record Report(
            int announced, int collided, int left, @Nullable String absent) {}

    /// Announces these names and withdraws all others.
    Report keep(List<String> names) {
        try {
            DBusConnection bus = connected();
            AvahiServer server = bus.getRemoteObject(NAME, "/", AvahiServer.class);
            List<String> published = names.stream().limit(MOST).toList();
            entries.entrySet().removeIf(each -> !published.contains(each.getKey()) && withdrawn(each.getValue()));
            for (String name : published) {
                tend(bus, server, name, entries.computeIfAbsent(name, any -> new NameState()));
            }
            return new Report(count(ANNOUNCED), count(COLLIDED), names.size() - published.size(), null);
        } catch (DBusException | DBusExecutionException e) {
            LOG.debug("avahi: {}", e.getMessage());
            close();
            return new Report(0, 0, names.size(), String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        entries.clear();
        DBusConnection old = connection;
        connection = null;
        if (old != null) {
            old.disconnect();
        }
    }

    private DBusConnection connected() throws DBusException {
        DBusConnection bus = connection;
        if (bus == null || !bus.isConnected()) {
            entries.clear();
            bus = DBusConnectionBuilder.forAddress(address).withShared(false).build();
            connection = bus;
            owner = "";
        }
        String now = bus.getDBusOwnerName(NAME);
        if (now == null || now.isEmpty()) {
            throw new DBusException("avahi-daemon is not on the system bus");
        }
        if (!now.equals(owner)) {
            entries.clear();
            owner = now;
        }
        return bus;
    }

    private static void tend(DBusConnection bus, AvahiServer server, String name, NameState entry)
            throws DBusException {
        if (entry.pause > 0) {
            entry.pause--;
            return;
        }
        try {
            AvahiGroup group = entry.group;
            if (group == null) {
                group = bus.getRemoteObject(NAME, server.entryGroupNew().getPath(), AvahiGroup.class);
                entry.group = group;
                group.addAddress(network(), IPV4, NO_REVERSE, name, LOOPBACK);
                group.commit();
            }
            if (entry.state != ANNOUNCED) {
                entry.state = group.state();
            }
        } catch (DBusExecutionException e) {
            if (!String.valueOf(e.getMessage()).contains("collision")) {
                throw e;
            }
            entry.state = COLLIDED;
        }
        if (entry.state >= COLLIDED) {
            LOG.info("{}: another computer uses this name; Belljar will try it again", name);
            boolean _ = withdrawn(entry);
            entry.pause = PATIENCE;
        }
    }

    /// The number of the loopback interface: the names of projects must not be announced on the network.
    private static int network() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(AvahiNames::isLoopback)
                    .mapToInt(NetworkInterface::getIndex)
                    .findFirst()
                    .orElse(ALL_NETWORKS);
        } catch (SocketException e) {
            return ALL_NETWORKS;
        }
    }

    private static boolean isLoopback(NetworkInterface network) {
        try {
            return network.isLoopback();
        } catch (SocketException e) {
            return false;
        }
    }

    private static boolean withdrawn(NameState entry) {
        AvahiGroup group = entry.group;
        entry.group = null;
        if (group != null) {
            group.free();
        }
        return true;
    }

    private int count(int state) {
        return (int)
                entries.values().stream().filter(each -> each.state == state).count();
    }
}
