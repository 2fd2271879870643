package dev.belljar.agent.tool;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.SearchPath;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.host.ToolStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Zellij for machines: the one on the user's PATH if it can run in them, or one built from its published crate.
///
/// Debian does not package it, so it is not in the image. A build runs the build scripts of 358 crates, so it
/// runs in a separate machine, on the user's request; until then machines use tmux. Only a Zellij on the user's
/// PATH is ever run on this host, to query its version; the version of a built one is known.
public final class ZellijTool implements GuestTool, AutoCloseable {
    /// The crate to build; the oldest version accepted from the PATH is 0.45 (0.44 has another protocol).
    static final Crate CRATE = new Crate("zellij", "0.45.1", "zellij", 358, 95);

    private static final Logger LOG = LoggerFactory.getLogger(ZellijTool.class);
    private static final Pattern SAID = Pattern.compile("zellij 0\\.([0-9]{1,3})\\.([0-9]{1,3})");
    private static final int LEAST = 45;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<Path> path;
    private final String mode;
    private final CrateBuild build;
    private final Path cache;
    private final Path ownCargo;
    private final DebianRust rust;
    private final Consumer<HostEvent> events;
    private @Nullable Thread worker;
    private @Nullable ToolFile known;
    private String origin = "";
    private boolean looked;
    private int percent;
    private String step = "";
    private @Nullable Problem problem;

    private ZellijTool(
            Map<String, String> environment,
            Path cache,
            DiskReserve reserve,
            DebianRust rust,
            Consumer<HostEvent> events) {
        this.path = SearchPath.of(environment).folders();
        this.mode = environment.getOrDefault("BELLJAR_ZELLIJ", "");
        this.cache = place(cache);
        this.ownCargo = CrateSources.own(environment);
        this.rust = rust;
        this.build = new CrateBuild(this.cache, CRATE, reserve);
        this.events = events;
    }

    /// Configures it from this environment: `PATH` is searched, `BELLJAR_ZELLIJ=off` disables Zellij. A build
    /// leaves `reserve` free, and uses `rust` if the user's Rust is missing or cannot be used; `events`
    /// receives its progress and its end.
    public static ZellijTool of(
            Map<String, String> environment,
            Path cache,
            DiskReserve reserve,
            DebianRust rust,
            Consumer<HostEvent> events) {
        return new ZellijTool(environment, cache, reserve, rust, events);
    }

    /// The folder in which it is built and stored, with the projects of the machines that build it.
    public static Path place(Path cache) {
        return cache.resolve("zellij");
    }

    @Override
    public synchronized Optional<ToolFile> ready() {
        if (off()) {
            return Optional.empty();
        }
        ToolFile now = known;
        if (now != null && !Files.isRegularFile(now.file())) {
            now = null;
            looked = false;
        }
        if (!looked) {
            now = look();
            known = now;
            // An interrupted thread cannot read files, so its result does not count.
            looked = !Thread.currentThread().isInterrupted();
        }
        return Optional.ofNullable(now);
    }

    @Override
    public synchronized ToolStatus status() {
        if (off()) {
            return new ToolStatus("zellij", "off", 0, "", null, null, "switched off by BELLJAR_ZELLIJ=off", null);
        }
        ToolFile file = ready().orElse(null);
        if (file != null) {
            return new ToolStatus(
                    "zellij", "ready", 100, "", file.version(), String.valueOf(file.file()), origin, null);
        }
        if (worker != null) {
            return new ToolStatus(
                    "zellij", "building", percent, step, CRATE.version(), null, "being built from its crate", null);
        }
        String where =
                "not on the PATH; `belljar image zellij` builds it from source, in a sandbox without network access";
        return new ToolStatus("zellij", problem == null ? "missing" : "failed", 0, "", null, null, where, problem);
    }

    @Override
    public ToolStatus build(BuildMachine.Maker machines) {
        return begin(new MachineBuild(machines, path, rust, cache, ownCargo));
    }

    @Override
    public ToolStatus buildOnHost() {
        return begin(new HostBuild(path));
    }

    private synchronized ToolStatus begin(CrateBuild.Place place) {
        // A missing program may have been installed since.
        looked = known != null;
        if (!off() && ready().isEmpty() && worker == null) {
            problem = null;
            percent = 0;
            step = "Starting";
            worker = Thread.ofVirtual().name("zellij-build").start(() -> work(place));
        }
        return status();
    }

    private boolean off() {
        return mode.equals("off");
    }

    @Override
    public ToolStatus cancel() throws InterruptedException {
        Thread running;
        synchronized (this) {
            running = worker;
        }
        if (running != null) {
            running.interrupt();
            running.join();
        }
        return status();
    }

    /// Cancels a running build.
    @Override
    public void close() {
        try {
            cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(CrateBuild.Place place) {
        Problem failure = null;
        changed();
        try {
            build.run(place, this::tell);
        } catch (BelljarException e) {
            LOG.warn("Zellij was not built: {}", e.getMessage());
            failure = e.problem();
        } catch (InterruptedException e) {
            failure = ToolException.notBuilt(CRATE, "the build was cancelled").problem();
        }
        synchronized (this) {
            problem = failure;
            worker = null;
            looked = false;
        }
        boolean _ = Thread.interrupted(); // the build has ended, so there is nothing left to cancel
        changed();
    }

    private void tell(int done, String words) {
        boolean news;
        synchronized (this) {
            news = percent != done || !step.equals(words);
            percent = done;
            step = words;
        }
        if (news) {
            changed();
        }
    }

    private void changed() {
        events.accept(new HostEvent.ToolChanged(0, System.currentTimeMillis(), status()));
    }

    private @Nullable ToolFile look() {
        for (Path folder : path) {
            ToolFile found = fitting(folder.resolve("zellij"));
            if (found != null) {
                origin = "found on the PATH";
                return found;
            }
        }
        for (boolean onHost : new boolean[] {false, true}) {
            ToolFile built = built(onHost);
            if (built != null) {
                origin = onHost ? "built from its crate on this computer" : "built from its crate in a sandbox";
                return built;
            }
        }
        origin = "";
        return null;
    }

    private @Nullable ToolFile built(boolean onHost) {
        try {
            return build.store().find(onHost).orElse(null);
        } catch (IOException e) {
            LOG.info("{}: cannot run in guests: {}", build.store().file(onHost), e.getMessage());
            return null;
        }
    }

    private @Nullable ToolFile fitting(Path file) {
        try {
            if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
                return null;
            }
            String misfit = ElfFit.misfit(file).orElse(null);
            String version = misfit == null ? version(file) : "";
            if (misfit != null || version.isEmpty()) {
                LOG.info("{}: cannot run in guests: {}", file, misfit == null ? "older than 0." + LEAST : misfit);
                return null;
            }
            return ToolFile.of(file, version);
        } catch (IOException | CommandException e) {
            LOG.info("{}: cannot run in guests: {}", file, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    private static String version(Path file) throws CommandException, InterruptedException {
        Command.Output said =
                Command.of(file.toString(), "--version").timeout(PATIENCE).run();
        Matcher version = SAID.matcher(said.text().strip());
        boolean fits = version.matches() && Integer.parseInt(version.group(1)) >= LEAST;
        return fits ? "0." + version.group(1) + "." + version.group(2) : "";
    }
}
