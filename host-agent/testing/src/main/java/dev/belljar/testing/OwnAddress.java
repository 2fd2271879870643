package dev.belljar.testing;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;

/// The address of this host at which a test's servers listen: machines could route to it, and reach it only if a rule
/// names it.
public final class OwnAddress {
    private OwnAddress() {}

    /// Returns an address of this host that is not loopback.
    public static InetAddress find() throws IOException {
        return NetworkInterface.networkInterfaces()
                .filter(network -> !network.getName().startsWith(FarNamespace.NEAR))
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst()
                .orElseThrow(() -> new IOException("this host has no address but its loopback"));
    }
}
