package dev.belljar.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.api.LocalSocket;
import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.session.ExecResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Sixteen hostile forged guests at once against the host agent's code, with the Java options of the launcher:
/// it answers every health request within a second, and a seventeenth sandbox works.
class StressTest {
    private static final int GUESTS = 16;
    private static final int WARM = 50;
    private static final int COMMANDS = 20;
    private static final long MOST_MILLIS = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ConcurrentLinkedQueue<Long> health = new ConcurrentLinkedQueue<>();

    @TempDir
    Path folder = Path.of("");

    /// Runs with the tests that boot machines, which run alone on the host.
    @Test
    @Tag("vm")
    @Tag("alone")
    void sixteenHostileGuestsDoNotStarveTheSeventeenth() throws Exception {
        stress(Duration.ofSeconds(20));
    }

    /// `installers/test long`
    @Test
    @Tag("long")
    @Timeout(1_200)
    void sixteenHostileGuestsDoNotStarveTheSeventeenthForTenMinutes() throws Exception {
        stress(Duration.ofMinutes(10));
    }

    private void stress(Duration time) throws Exception {
        try (AnotherJvm forgers = AnotherJvm.of(
                        StressForgers.class, folder, List.of("-Xmx1g", "-XX:+UseSerialGC"), folder.toString());
                AnotherJvm agent = AnotherJvm.of(
                        StressProgram.class,
                        folder,
                        shipped(),
                        folder.toString(),
                        forgers.awaitWord("far ").substring("far ".length()))) {
            forgers.endIn(time.plus(PATIENCE.multipliedBy(2)));
            agent.endIn(time.plus(PATIENCE.multipliedBy(2)));
            agent.awaitWord("serving");
            for (int i = 0; i < WARM; i++) {
                assertThat(ask("GET", "/health", "")).contains("\"ok\"");
            }
            Thread asking = Thread.ofPlatform().daemon().name("health").start(this::askOn);
            List<Sandbox> hostile = new ArrayList<>();
            for (int i = 0; i < GUESTS; i++) {
                hostile.add(created(StressForgers.HOSTILE + i));
            }
            for (Sandbox each : hostile) {
                awaitRunning(each.id());
            }
            Thread.sleep(time);
            works(forgers);
            asking.interrupt();
            asking.join();
            report(hostile);
            String _ = ask("POST", "/shutdown", "");
            String said = agent.rest();
            System.out.println(said.substring(Math.max(0, said.lastIndexOf("heap after"))));
            assertThat(agent.awaitEnd(PATIENCE)).as(said).isZero();
        }
    }

    /// Checks that the seventeenth sandbox is created, starts, runs commands and reaches an external server.
    private void works(AnotherJvm forgers) throws Exception {
        long begun = System.nanoTime();
        Sandbox polite = created("polite");
        awaitRunning(polite.id());
        long ready = millisSince(begun);
        forgers.awaitWord("polite echoed");
        long[] took = new long[COMMANDS];
        for (int i = 0; i < COMMANDS; i++) {
            long asked = System.nanoTime();
            ExecResult result = ContractJson.read(
                    ask("POST", "/sandboxes/" + polite.id() + "/exec", ContractJson.line(ExecCommand.of("say"))),
                    ExecResult.class);
            assertThat(new String(Base64.getDecoder().decode(result.stdout()), StandardCharsets.UTF_8))
                    .isEqualTo("hello");
            took[i] = millisSince(asked);
        }
        Arrays.sort(took);
        System.out.printf(
                "the seventeenth: running after %d ms; %d commands, median %d ms, slowest %d ms%n",
                ready, COMMANDS, took[COMMANDS / 2], took[COMMANDS - 1]);
        assertThat(status(polite.id()).status().lastSeq()).as("its events").isPositive();
    }

    private void report(List<Sandbox> hostile) throws Exception {
        long[] events = new long[GUESTS];
        for (int i = 0; i < GUESTS; i++) {
            Sandbox now = status(hostile.get(i).id());
            assertThat(now.status().state()).as("%s", now.status()).isEqualTo(SandboxState.RUNNING);
            events[i] = now.status().lastSeq();
        }
        Arrays.sort(events);
        List<Long> millis = health.stream().sorted().toList();
        System.out.printf("events of the %d: from %,d to %,d each%n", GUESTS, events[0], events[GUESTS - 1]);
        System.out.printf(
                "health: %d checks, median %d ms, 99th of 100 %d ms, slowest %d ms%n",
                millis.size(), millis.get(millis.size() / 2), millis.get(millis.size() * 99 / 100), millis.getLast());
        assertThat(events[0]).as("every guest is recorded").isPositive();
        assertThat(millis.getLast()).as("milliseconds to the slowest answer").isLessThan(MOST_MILLIS);
    }

    /// Requests health repeatedly, each time on a new connection as any client does.
    private void askOn() {
        try {
            while (true) {
                long asked = System.nanoTime();
                String answer = ask("GET", "/health", "");
                health.add(answer.contains("\"ok\"") ? millisSince(asked) : Long.MAX_VALUE);
                Thread.sleep(100);
            }
        } catch (IOException e) {
            health.add(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            // The test is over.
        }
    }

    private Sandbox created(String name) throws Exception {
        Path project = Files.createDirectories(folder.resolve("projects").resolve(name));
        CreateSandbox request = new CreateSandbox(project.toString(), name, 256, 1, 1024, null, true, true);
        return ContractJson.read(ask("POST", "/sandboxes", ContractJson.line(request)), Sandbox.class);
    }

    private Sandbox status(String id) throws Exception {
        return ContractJson.read(ask("GET", "/sandboxes/" + id, ""), Sandbox.class);
    }

    private void awaitRunning(String id) throws Exception {
        Awaitility.await().atMost(PATIENCE).until(() -> {
            Sandbox now = status(id);
            assertThat(now.status().state()).as("%s", now.status()).isNotEqualTo(SandboxState.ERROR);
            return now.status().state() == SandboxState.RUNNING;
        });
    }

    private String ask(String method, String path, String body) throws IOException {
        String answer = LocalSocket.ask(
                folder.resolve("api/api.sock"),
                "%s %s HTTP/1.1\r\nHost: belljar\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                        .formatted(method, path, body.length(), body));
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static long millisSince(long begun) {
        return (System.nanoTime() - begun) / 1_000_000;
    }

    /// The Java options that the launcher gives the host agent.
    private static List<String> shipped() throws IOException {
        Path home = Path.of("").toAbsolutePath();
        while (!Files.exists(home.resolve("installers/launch"))) {
            home = java.util.Objects.requireNonNull(home.getParent(), "the tests run inside a checkout");
        }
        String launch = Files.readString(home.resolve("installers/launch"));
        int from = launch.indexOf("-Xmx");
        String words = launch.substring(from, launch.indexOf("\"${native[@]}\"", from));
        List<String> options =
                new ArrayList<>(Arrays.asList(words.replace("\\", "").strip().split("\\s+")));
        assertThat(options)
                .contains("-XX:+ExitOnOutOfMemoryError")
                .first()
                .asString()
                .startsWith("-Xmx");
        options.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        String more = System.getProperty("belljar.stress.options", "");
        options.addAll(more.isEmpty() ? List.of() : List.of(more.split(" ", -1)));
        return options;
    }
}
