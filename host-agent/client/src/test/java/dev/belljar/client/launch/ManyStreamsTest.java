package dev.belljar.client.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentPlace;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests two thousand event streams to a host agent with the shipped options and heap: it keeps answering,
/// refuses excess streams, and frees all resources when the streams are closed.
@Tag("slow")
@Timeout(300)
class ManyStreamsTest {
    private static final int STREAMS = 2_000;
    private static final int SANDBOXES = 20;

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private final List<String> ids = new ArrayList<>();
    private final AtomicInteger healths = new AtomicInteger();
    private AgentClient client;
    private long pid;
    private Path run;

    @BeforeEach
    void start() throws Exception {
        for (String name : List.of("DATA_HOME", "CACHE_HOME", "CONFIG_HOME", "RUNTIME_DIR")) {
            environment.put(
                    "XDG_" + name, Files.createDirectories(folder.resolve(name)).toString());
        }
        environment.putAll(
                Map.of("BELLJAR_PORT", "0", "BELLJAR_POOL", "0", "BELLJAR_TEMPLATES", "off", "BELLJAR_KEYRING", "off"));
        environment.putAll(Map.of("BELLJAR_ROUTES", "off", "BELLJAR_IMAGE_CHECK", "off", "BELLJAR_ZELLIJ", "off"));
        environment.put("BELLJAR_LAUNCHER", launcher().toString());
        run = folder.resolve("RUNTIME_DIR/belljar");
        client = new AgentStarter(environment).findOrStart();
        pid = client.call(HostApi.HEALTH).pid();
        for (int i = 0; i < SANDBOXES; i++) {
            Path project = Files.createDirectories(folder.resolve("p" + i));
            ids.add(client.call(
                            SandboxApi.CREATE,
                            new CreateSandbox(project.toString(), "p" + i, 256, 1, 1024, null, true, false))
                    .id());
        }
    }

    @AfterEach
    void end() throws Exception {
        try (AgentClient agent = client) {
            agent.call(HostApi.SHUTDOWN);
        } finally {
            ProcessHandle.of(pid).ifPresent(process -> {
                process.destroyForcibly();
                process.onExit().orTimeout(60, TimeUnit.SECONDS).join();
            });
        }
    }

    @Test
    void thousandsOfStreamsAreLimitedAndTheHostAgentStaysResponsive() throws Exception {
        String token = Files.readString(run.resolve("token")).strip();
        int port = Objects.requireNonNull(
                AgentPlace.from(environment).address().orElseThrow().port());
        openManyStreams(new InetSocketAddress("127.0.0.1", port), "127.0.0.1:" + port, token);
        openManyStreams(UnixDomainSocketAddress.of(run.resolve("api.sock")), "belljar", token);
    }

    private void openManyStreams(SocketAddress at, String host, String token) throws Exception {
        long files = openFiles();
        AtomicLong worst = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        Thread watcher = Thread.ofPlatform().name("health").start(() -> watch(over, worst));
        List<SocketChannel> open = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger served = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        List<Thread> clients = new ArrayList<>();
        for (int lane = 0; lane < 50; lane++) {
            int from = lane;
            clients.add(Thread.ofVirtual().name("lane " + lane).start(() -> {
                for (int i = from; i < STREAMS; i += 50) {
                    String words = words(ids.get(i % SANDBOXES), host, token);
                    String answer = ask(at, words, open);
                    served.addAndGet(answer.endsWith("200") ? 1 : 0);
                    refused.addAndGet(answer.endsWith("429") ? 1 : 0);
                }
            }));
        }
        for (Thread one : clients) {
            one.join();
        }
        int asked = healths.get();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> healths.get() >= asked + 20 || !watcher.isAlive());
        over.set(true);
        watcher.join();
        System.out.printf(
                "%s: %d served, %d refused, worst health %d ms, %d files open%n",
                at, served.get(), refused.get(), worst.get(), openFiles());
        assertThat(served.get()).isEqualTo(256);
        assertThat(refused.get()).isGreaterThan(0);
        assertThat(worst.get()).isLessThanOrEqualTo(1_000);
        for (SocketChannel one : open) {
            one.close();
        }
        // The files are given back.
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> openFiles() <= files + 20);
        List<SocketChannel> again = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String words = words(ids.get(i % SANDBOXES), host, token);
            // A stream is given back after its file is closed.
            Awaitility.await("streams are given back")
                    .pollDelay(Duration.ZERO)
                    .atMost(Durations.TWO_MINUTES)
                    .until(() -> ask(at, words, again).endsWith("200"));
        }
        for (SocketChannel one : again) {
            one.close();
        }
        assertThat(client.call(SandboxApi.LIST)).hasSize(SANDBOXES);
    }

    private static String words(String sandbox, String host, String token) {
        return "GET /sandboxes/%s/events HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n"
                .formatted(sandbox, host, token);
    }

    private void watch(AtomicBoolean over, AtomicLong worst) {
        while (!over.get()) {
            long before = System.nanoTime();
            try {
                client.call(HostApi.HEALTH);
                healths.incrementAndGet();
                Thread.sleep(50);
            } catch (AgentException e) {
                worst.set(Long.MAX_VALUE);
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before) - 50;
            worst.accumulateAndGet(millis, Math::max);
        }
    }

    /// Sends a request on a separate connection, which stays open, and returns the beginning of the response,
    /// or an empty string.
    private static String ask(SocketAddress at, String words, List<SocketChannel> open) {
        try {
            SocketChannel channel = SocketChannel.open(at);
            open.add(channel);
            ByteBuffer request = ByteBuffer.wrap(words.getBytes(StandardCharsets.US_ASCII));
            while (request.hasRemaining()) {
                channel.write(request);
            }
            ByteBuffer answer = ByteBuffer.allocate("HTTP/1.1 200".length());
            while (answer.hasRemaining() && channel.read(answer) >= 0) {
                // continue reading
            }
            return StandardCharsets.US_ASCII.decode(answer.flip()).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private long openFiles() throws IOException {
        try (var files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return files.count();
        }
    }

    /// Writes a launcher that starts the host agent with the shipped launcher's command line, from the
    /// classes under test.
    private Path launcher() throws IOException {
        Path home = home();
        Path launcher = folder.resolve("belljar");
        Files.writeString(
                launcher,
                "#!/bin/bash\nJAVA_HOME='%s'\nclasspath_of() { classpath='%s'; }\nexport BELLJAR_HOME='%s'\n. '%s'\nlaunch agent run\n"
                        .formatted(
                                System.getProperty("java.home"),
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                home,
                                home.resolve("installers/launch")));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        return launcher;
    }

    private static Path home() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("microvm-nix"))) {
            at = Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        return at;
    }
}
