package dev.belljar.agent.guest;

import dev.belljar.contract.request.ExecCommand;
import java.io.InputStream;
import java.util.List;

/// A conversation with the agent inside one machine, kept up across breaks until closed.
///
/// Every call that needs the guest fails at once with `guest.unreachable` while the link is down. Calls block the
/// (virtual) thread that makes them.
public interface GuestLink extends AutoCloseable {
    /// Where the link stands now.
    LinkState state();

    /// Starts a command; its output must be read or the stream closed. One with a time limit is given up some time
    /// after it, whether or not the guest ends it.
    ///
    /// @throws GuestException when the link is down or the guest refuses
    GuestExec exec(ExecCommand command) throws GuestException, InterruptedException;

    /// Connects to a port on the guest's own loopback.
    ///
    /// @throws GuestException when the link is down or nothing listens there
    GuestStream connect(int port) throws GuestException, InterruptedException;

    /// Unpacks a tar stream in a folder of the guest as this user.
    ///
    /// @throws GuestException when the link is down, the folder is missing or tar fails
    void put(String folder, String user, InputStream tar) throws GuestException, InterruptedException;

    /// A tar stream of members of a folder of the guest; `members` relative to it, empty for all of it.
    ///
    /// @throws GuestException when the link is down or the guest refuses
    GuestStream get(String folder, String user, List<String> members) throws GuestException, InterruptedException;

    /// The TCP ports that something in the guest listens on.
    ///
    /// @throws GuestException when the link is down or the answer is not what it should be
    List<ListeningPort> ports() throws GuestException, InterruptedException;

    /// The processes living now, with their use of CPU and memory.
    ///
    /// @throws GuestException when the link is down or the answer is not what it should be
    List<GuestProcess> processes() throws GuestException, InterruptedException;

    /// Makes the guest this machine and no other, and sets its clock.
    ///
    /// @throws GuestException when the link is down or the guest could not
    void identity(GuestIdentity identity) throws GuestException, InterruptedException;

    /// Has the guest report every process there is, as events.
    ///
    /// @throws GuestException when the link is down or the guest could not
    void present() throws GuestException, InterruptedException;

    /// Has the guest write everything to its disks.
    ///
    /// @throws GuestException when the link is down or the guest could not
    void syncDisks() throws GuestException, InterruptedException;

    /// Has the guest power off in order; returns when the guest has agreed.
    ///
    /// @throws GuestException when the link is down
    void shutdown() throws GuestException, InterruptedException;

    @Override
    void close();
}
