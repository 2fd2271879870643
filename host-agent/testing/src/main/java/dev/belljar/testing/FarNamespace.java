package dev.belljar.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A network namespace of this host for one Python server, at addresses that are not the host's own: a gateway treats
/// it like a remote server, and no packet leaves the host.
///
/// The server exits when its input ends, even if the test was killed. Its namespace stays then, and packets for a
/// second one with the same addresses would be routed to it, so a new one first deletes those of killed tests.
public final class FarNamespace implements AutoCloseable {
    /// The prefix of the names of the network interfaces that namespaces have on the host.
    static final String NEAR = "bjf";

    private static final String PREFIX = "bj-far-";
    private static final String WATCH = """
            import os, sys, threading
            def watch():
                sys.stdin.read()
                os._exit(0)
            threading.Thread(target=watch, daemon=True).start()
            """;

    private final String name;
    private @Nullable Process server;

    /// Creates the namespace. `kind` is one letter, which no other kind of server has. The namespace has the address
    /// `.2` of each of these networks, such as "11.254.253", and the host has `.1`.
    public FarNamespace(String kind, String... networks) throws IOException, InterruptedException {
        removeLeftovers();
        long pid = ProcessHandle.current().pid();
        name = PREFIX + kind + "-" + pid;
        run("ip", "netns", "add", name);
        try {
            connect(NEAR + kind + pid, networks);
        } catch (IOException | InterruptedException e) {
            run("ip", "netns", "del", name);
            throw e;
        }
    }

    /// Starts the server, and returns its output; its first line has to be "serves".
    public BufferedReader serve(String script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", name, "python3", "-c"));
        command.add(WATCH + script);
        command.addAll(List.of(arguments));
        Process started = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        server = started;
        BufferedReader said = started.inputReader(StandardCharsets.UTF_8);
        if (!"serves".equals(said.readLine())) {
            throw new IOException("the server in " + name + " does not serve");
        }
        return said;
    }

    private void connect(String near, String... networks) throws IOException, InterruptedException {
        run("ip", "link", "add", near, "type", "veth", "peer", "name", "peer", "netns", name);
        for (String network : networks) {
            run("ip", "addr", "add", network + ".1/30", "dev", near);
            run("ip", "-n", name, "addr", "add", network + ".2/30", "dev", "peer");
        }
        run("ip", "link", "set", near, "up");
        run("ip", "-n", name, "link", "set", "peer", "up");
    }

    /// Returns whether namespaces are possible, which needs root and `ip`.
    public static boolean possible() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static void removeLeftovers() throws IOException, InterruptedException {
        for (String line : run("ip", "netns", "list").lines().toList()) {
            String left = line.split(" ", 2)[0];
            if (left.startsWith(PREFIX) && !isTest(left.substring(left.lastIndexOf('-') + 1))) {
                remove(left);
            }
        }
    }

    /// Deletes a namespace and ends its servers, unless another test has just done that.
    private static void remove(String left) throws IOException, InterruptedException {
        try {
            for (String pid : run("ip", "netns", "pids", left).lines().toList()) {
                ProcessHandle.of(Long.parseLong(pid.strip())).ifPresent(ProcessHandle::destroyForcibly);
            }
            run("ip", "netns", "del", left);
        } catch (IOException e) {
            boolean there = run("ip", "netns", "list").lines().anyMatch(line -> line.split(" ", 2)[0].equals(left));
            if (there) {
                throw e;
            }
        }
    }

    /// Whether this process can be a test: another program may have the number of a test that was killed.
    private static boolean isTest(String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .flatMap(process -> process.info().command())
                .filter(command -> command.endsWith("java"))
                .isPresent();
    }

    private static String run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", words) + ": " + output.strip());
        }
        return output;
    }

    @Override
    public void close() throws IOException {
        try {
            if (server != null) {
                server.destroyForcibly().waitFor();
            }
            run("ip", "netns", "del", name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the namespace " + name + " was not deleted", e);
        }
    }
}
