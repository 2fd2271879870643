package dev.belljar.client;

import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the host agent, or starts it with the launcher named in `BELLJAR_LAUNCHER`, in a separate session, so
/// that it outlives the caller.
public final class AgentStarter {
    /// Problem code: the host agent was stopped on request and has not been started since.
    public static final ProblemCode STOPPED = new ProblemCode("agent.stopped", 503);

    /// Problem code: the host agent could not be started.
    public static final ProblemCode NOT_STARTED = new ProblemCode("agent.not-started", 503);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long HELD_PAUSE_MILLIS = 500;
    private static final int LAST_WORDS = 1_500;
    /// The exit code of a host agent that found another one using its data.
    private static final int HELD = 75;

    private final AgentPlace place;
    private final Map<String, String> environment;

    /// Creates a starter for this environment.
    public AgentStarter(Map<String, String> environment) {
        this.environment = environment;
        this.place = AgentPlace.from(environment);
    }

    /// Returns a client of whichever host agent listens, now or later.
    public AgentClient client() {
        return new HttpAgentClient(place.socket());
    }

    /// Returns a client of the host agent if it answers.
    public Optional<AgentClient> find() throws InterruptedException {
        if (!Files.exists(place.socket())) {
            return Optional.empty();
        }
        HttpAgentClient client = new HttpAgentClient(place.socket());
        try {
            client.call(HostApi.HEALTH);
            return Optional.of(client);
        } catch (AgentException e) {
            client.close();
            return Optional.empty();
        }
    }

    /// Returns a client of a host agent that answered before. A killed host agent is started again; one that
    /// was stopped on request has deleted its address and is not restarted.
    ///
    /// @throws AgentException `agent.stopped`, or `agent.unavailable` while its process runs and does not answer
    public AgentClient findAgain() throws AgentException, InterruptedException {
        Optional<AgentClient> found = find();
        if (found.isPresent()) {
            return found.get();
        }
        Optional<AgentPlace.WrittenAddress> address = place.address();
        if (address.isEmpty()) {
            throw new AgentException(
                    Problem.of(
                            STOPPED,
                            "host agent stopped",
                            "The host agent was stopped. Sandboxes keep running, but nothing is recorded and nothing"
                                    + " can be synced until the host agent runs again.",
                            "Start the host agent here, or with `belljar agent start`."),
                    null);
        } else if (lives(address.get())) {
            throw new AgentException(
                    Problem.of(
                            ProblemCode.UNAVAILABLE,
                            "host agent busy",
                            "The host agent (process " + address.get().pid() + ") is running but does not respond.",
                            "It may be busy or shutting down. Belljar retries every second."),
                    null);
        }
        return findOrStart();
    }

    /// Returns whether the process that wrote the address still runs; a later process may have got its
    /// number.
    private boolean lives(AgentPlace.WrittenAddress address) {
        Instant left = place.written().orElse(Instant.MAX);
        return ProcessHandle.of(address.pid())
                .filter(ProcessHandle::isAlive)
                .flatMap(process -> process.info().startInstant())
                .filter(start -> !start.isAfter(left))
                .isPresent();
    }

    /// Returns a client of the host agent, and starts the host agent first if none answers.
    ///
    /// @throws AgentException `agent.not-started` with the last output of the host agent if it does not start
    public AgentClient findOrStart() throws AgentException, InterruptedException {
        Optional<AgentClient> found = find();
        if (found.isPresent()) {
            return found.get();
        }
        Path log = log();
        long before = length(log);
        Process process = start(log);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<AgentClient> client = find();
            if (client.isPresent()) {
                return client.get();
            }
            // Another caller may have started one at the same time: the second host agent ends with this exit
            // code, and the first will answer.
            if (!process.isAlive() && process.exitValue() != HELD && process.exitValue() != 0) {
                throw notStarted("it exited with code " + process.exitValue() + ": " + lastWords(log, before), null);
            }
            Thread.sleep(50);
            // A host agent that is just ending still has the lock on the data folder, and releases it soon.
            if (!process.isAlive()
                    && process.exitValue() == HELD
                    && place.address().isEmpty()) {
                Thread.sleep(HELD_PAUSE_MILLIS);
                process = start(log);
            }
        }
        throw notStarted("it did not respond within " + PATIENCE.toSeconds() + " s: " + lastWords(log, before), null);
    }

    private Process start(Path log) throws AgentException {
        String launcher = environment.get("BELLJAR_LAUNCHER");
        if (launcher == null) {
            throw notStarted(
                    "the environment variable BELLJAR_LAUNCHER is not set; it must be the path of the `belljar` launcher",
                    null);
        }
        try {
            ProcessBuilder builder = new ProcessBuilder(List.of("setsid", launcher, "agent", "run"))
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().clear();
            builder.environment().putAll(environment);
            return builder.start();
        } catch (IOException e) {
            throw notStarted("`" + launcher + " agent run` could not be started: " + e.getMessage(), e);
        }
    }

    private Path log() throws AgentException {
        Path log = place.runtime().resolve("agent.log");
        try {
            Files.createDirectories(place.runtime());
            AgentLog.prepare(log);
            return log;
        } catch (IOException e) {
            throw notStarted("its log file " + log + " cannot be written: " + FileErrors.sentence(e), e);
        }
    }

    private static long length(Path log) {
        try {
            return Files.size(log);
        } catch (IOException e) {
            return 0; // there is no log yet
        }
    }

    /// Returns the last complete lines after this position of the log; earlier lines are from other host
    /// agents.
    private static String lastWords(Path log, long before) {
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(before);
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            int cut = Math.max(0, text.length() - LAST_WORDS);
            return text.substring(cut == 0 ? 0 : text.indexOf('\n', cut) + 1);
        } catch (IOException e) {
            return "its log could not be read";
        }
    }

    private static AgentException notStarted(String detail, @org.jspecify.annotations.Nullable Throwable cause) {
        return new AgentException(
                Problem.of(
                        NOT_STARTED,
                        "host agent not started",
                        "the host agent could not be started: " + detail,
                        "Run `belljar agent run`, which starts the host agent in the foreground and "
                                + "shows the cause."),
                cause);
    }
}
