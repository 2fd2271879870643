package dev.belljar.client.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A web server under an address of the public internet that is reached from this host alone: it lives in a network of
/// its own, at the other end of a virtual cable. Only root can lay one.
final class FarServer implements AutoCloseable {
    static final String WORDS = "bytes from afar";

    private final Process network;
    private final Process server;

    private FarServer(Process network, Process server) {
        this.network = network;
        this.server = server;
    }

    /// One that serves `WORDS` as `/here`, port 80; empty where this host does not let us.
    static Optional<FarServer> at(String address, Path folder) throws IOException, InterruptedException {
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.empty();
        }
        Files.writeString(Files.createDirectories(folder).resolve("here"), WORDS);
        Process network = new ProcessBuilder("unshare", "-n", "sleep", "1200").start();
        String name = "bj" + Long.toHexString(network.pid());
        String in = "nsenter -t " + network.pid() + " -n ";
        boolean laid = false;
        for (int tries = 0; tries < 50 && !laid; tries++) {
            // Its network is there a moment after the process is.
            TimeUnit.MILLISECONDS.sleep(100);
            laid = runs("[ \"$(readlink /proc/" + network.pid() + "/ns/net)\" != \"$(readlink /proc/self/ns/net)\" ]")
                    && runs("ip link add " + name + "a type veth peer name " + name + "b netns " + network.pid());
        }
        boolean reached = laid
                && runs("ip addr add 198.51.100.9/32 dev " + name + "a && ip link set " + name + "a up && ip route add "
                        + address + "/32 dev " + name + "a src 198.51.100.9")
                && runs(in + "ip addr add " + address + "/32 dev " + name + "b && " + in + "ip link set " + name
                        + "b up && " + in + "ip route add 198.51.100.9/32 dev " + name + "b");
        if (!reached) {
            network.destroy();
            return Optional.empty();
        }
        List<String> words = List.of((in + "python3 -m http.server 80 --directory " + folder).split(" "));
        return Optional.of(new FarServer(
                network, new ProcessBuilder(words).redirectErrorStream(true).start()));
    }

    private static boolean runs(String script) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean fine = process.waitFor() == 0;
        if (!fine && !said.isBlank()) {
            System.err.println(script + ": " + said);
        }
        return fine;
    }

    @Override
    public void close() {
        server.destroy();
        network.destroy();
    }
}
