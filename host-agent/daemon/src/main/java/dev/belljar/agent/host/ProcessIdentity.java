package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Identifies a process: its pid with its start time (clock ticks since boot), because pids are reused.
public record ProcessIdentity(long pid, long startTicks) {
    private static final int GROUP_FIELD_AFTER_COMM = 2;
    private static final int START_FIELD_AFTER_COMM = 19;
    private static final Duration WATCH = Duration.ofMillis(250);
    private static final Duration TOLD = Duration.ofSeconds(10);
    private static final Duration TICK = Duration.ofMillis(2);
    /// A process that waits for a disk stops only once the disk has answered.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// The identity of the running process with this pid; empty if there is none.
    public static Optional<ProcessIdentity> of(long pid) {
        List<String> fields = fields(pid);
        return fields.isEmpty() || fields.getFirst().equals("Z")
                ? Optional.empty()
                : Optional.of(new ProcessIdentity(pid, Long.parseLong(fields.get(START_FIELD_AFTER_COMM))));
    }

    /// The fields of `/proc/PID/stat` after the command; empty if there is no process with this pid.
    private static List<String> fields(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            // The command may contain spaces and brackets, so the fields are counted from its closing bracket.
            return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        } catch (IOException e) {
            return List.of();
        }
    }

    /// The running processes that have this word in their command line.
    public static List<ProcessIdentity> startedWith(String word) {
        return ProcessHandle.allProcesses()
                .flatMap(handle -> of(handle.pid()).stream())
                .filter(process -> process.words().contains(word))
                .toList();
    }

    /// True while this process runs.
    public boolean alive() {
        return of(pid).map(this::equals).orElse(false);
    }

    /// The process's command line; empty if it has ended or may not be inspected.
    public List<String> words() {
        try {
            String line = Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1);
            return alive() ? List.of(line.split("\0")) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    /// The processor time of all its threads so far; zero if it has ended.
    public Duration processorTime() {
        return ProcessHandle.of(pid)
                .filter(handle -> alive())
                .flatMap(handle -> handle.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }

    /// Completed when this process has ended, also if another process started it.
    public CompletableFuture<Void> ended() {
        CompletableFuture<Void> watched = new CompletableFuture<>();
        Thread.ofVirtual().name("watch-" + pid).start(() -> watch(watched));
        return ProcessHandle.of(pid)
                .filter(handle -> alive())
                .map(handle -> CompletableFuture.anyOf(handle.onExit(), watched).thenAccept(any -> {}))
                .orElse(watched);
    }

    // A process whose parent never reaps it stays a zombie for ever, and `ProcessHandle` calls a zombie alive.
    private void watch(CompletableFuture<Void> watched) {
        try {
            while (alive()) {
                Thread.sleep(WATCH);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            watched.complete(null);
        }
    }

    /// Stops the process with SIGSTOP, with its whole process group if it leads one: it can neither refuse nor
    /// continue by itself. Returns whether it is stopped.
    ///
    /// @throws CommandException when the signal cannot be sent
    public boolean suspend() throws CommandException, InterruptedException {
        signal("STOP");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (alive() && !suspended() && System.nanoTime() < deadline) {
            Thread.sleep(TICK);
        }
        return suspended();
    }

    /// Lets the process continue after `suspend`.
    ///
    /// @throws CommandException when the signal cannot be sent
    public void resume() throws CommandException, InterruptedException {
        if (suspended()) {
            signal("CONT");
        }
    }

    /// True while this process is stopped by a signal.
    public boolean suspended() {
        List<String> fields = fields(pid);
        return !fields.isEmpty() && fields.getFirst().equals("T") && alive();
    }

    private void signal(String name) throws CommandException, InterruptedException {
        List<String> fields = fields(pid);
        if (!fields.isEmpty() && alive()) {
            boolean leads = fields.get(GROUP_FIELD_AFTER_COMM).equals(Long.toString(pid));
            String whom = (leads ? "-" : "") + pid;
            Command.Output _ = Command.of("sh", "-c", "kill -s \"$1\" -- \"$2\"", "sh", name, whom)
                    .timeout(TOLD)
                    .check();
        }
    }

    /// Kills the process, if it is still the same one.
    public void kill() {
        if (alive()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /// Kills the process and waits until it is gone, at most this long; returns whether it is gone.
    public boolean killAndWait(Duration patience) throws InterruptedException {
        kill();
        try {
            ended().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return !alive();
        }
        return true;
    }
}
