package dev.belljar.agent.guest;

import dev.belljar.contract.request.session.ExecCommand;
import java.io.InputStream;
import java.util.List;

/// The link to the guest agent of one machine. It reconnects when the connection breaks, until it is closed.
///
/// Every call that needs the guest fails at once with `guest.unreachable` while the link is down. Calls block the
/// (virtual) thread that makes them.
public interface GuestLink extends AutoCloseable {
    /// The state of the link now.
    LinkState state();

    /// Starts a command; its output must be read, or its streams closed. A command with a time limit is given up
    /// some time after the limit, also if the guest does not end it.
    ///
    /// @throws GuestException when the link is down or the guest refuses
    GuestExec exec(ExecCommand command) throws GuestException, InterruptedException;

    /// Connects to a port on the guest's loopback.
    ///
    /// @throws GuestException when the link is down or nothing listens there
    GuestStream connect(int port) throws GuestException, InterruptedException;

    /// Unpacks a tar stream in a folder of the guest as this user.
    ///
    /// @throws GuestException when the link is down, the folder is missing or tar fails
    void put(String folder, String user, InputStream tar) throws GuestException, InterruptedException;

    /// Reads members of a folder of the guest as a tar stream; `members` are relative to the folder, an empty
    /// list means all.
    ///
    /// @throws GuestException when the link is down or the guest refuses
    GuestStream get(String folder, String user, List<String> members) throws GuestException, InterruptedException;

    /// The TCP ports on which programs in the guest listen.
    ///
    /// @throws GuestException when the link is down or the answer is not what it should be
    List<ListeningPort> ports() throws GuestException, InterruptedException;

    /// The processes that run now, with their use of CPU and memory.
    ///
    /// @throws GuestException when the link is down or the answer is not what it should be
    List<GuestProcess> processes() throws GuestException, InterruptedException;

    /// Gives the guest this identity, and sets its clock.
    ///
    /// @throws GuestException when the link is down or the guest could not
    void identity(GuestIdentity identity) throws GuestException, InterruptedException;

    /// Makes the guest report every running process, as events.
    ///
    /// @throws GuestException when the link is down or the guest could not
    void present() throws GuestException, InterruptedException;

    /// Adds lines, each with its line feed, to the guest's list of refusals: at most 131,072 bytes.
    ///
    /// @throws GuestException when the link is down or the guest refuses, as guest agents of older versions do
    void addRefusals(byte[] lines) throws GuestException, InterruptedException;

    /// Makes the guest write all its buffers to its disks.
    ///
    /// @throws GuestException when the link is down or the guest could not
    void syncDisks() throws GuestException, InterruptedException;

    /// Makes the guest shut down and power off; returns when the guest has accepted.
    ///
    /// @throws GuestException when the link is down
    void shutdown() throws GuestException, InterruptedException;

    @Override
    void close();
}
