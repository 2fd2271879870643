package dev.belljar.agent.image;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The guest image built from Debian packages. There is one build at a time: all callers that wait share it, and
/// it continues when one of them stops waiting.
public final class DebianImages implements ImageProvider, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DebianImages.class);
    private static final Duration KEPT_UNUSED = Duration.ofDays(14);
    private static final int KEPT_LINES = 40;

    private final BuildScript script;
    private final ImageStore store;
    private final ImageBuilder builder;
    private final UpdateCheck updates;
    private final List<Progress> listeners = new CopyOnWriteArrayList<>();
    private @Nullable Thread worker;
    private @Nullable CompletableFuture<GuestBundle> building;
    private @Nullable Problem problem;
    private @Nullable GuestBundle bundle;
    private final Deque<String> log = new ArrayDeque<>();
    private int percent;
    private String step = "";
    private @Nullable Long started;
    private boolean cancelled;
    private volatile Consumer<HostEvent> events = _ -> {};

    /// Images that this script builds into this store; a build does not use the reserve. `daily` is whether it
    /// looks for Debian's security updates once a day.
    public DebianImages(BuildScript script, ImageStore store, DiskReserve reserve, boolean daily) {
        this.script = script;
        this.updates = new UpdateCheck(script, InstantSource.system(), daily);
        this.store = store;
        this.builder = new ImageBuilder(script, store, reserve);
    }

    /// Reports each change of the status from now on.
    public void tell(Consumer<HostEvent> listener) {
        events = listener;
    }

    @Override
    public ImageStatus status() {
        Optional<GuestBundle> found = whole();
        synchronized (this) {
            if (building != null) {
                return new ImageStatus(
                        "building", percent, step, started, List.copyOf(log), null, null, 0, null, null, List.of());
            }
            if (found.isPresent()) {
                return ready(found.get()); // with the problem of a refresh that failed
            }
            return new ImageStatus(
                    problem == null ? "missing" : "failed",
                    problem == null ? 0 : percent,
                    problem == null ? "" : step,
                    null,
                    problem == null ? List.of() : List.copyOf(log),
                    null,
                    null,
                    0,
                    problem,
                    null,
                    List.of());
        }
    }

    @Override
    public ImageStatus build() {
        if (whole().isEmpty()) {
            synchronized (this) {
                building = building == null ? begin(store.refresh()) : building;
            }
        }
        return status();
    }

    @Override
    public ImageStatus refresh() {
        synchronized (this) {
            building = building == null
                    ? begin(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
                    : building;
        }
        return status();
    }

    @Override
    public ImageStatus cancel() throws InterruptedException {
        Thread running;
        synchronized (this) {
            running = worker;
            cancelled = running != null;
        }
        if (running != null) {
            running.interrupt();
            running.join();
        }
        return status();
    }

    @Override
    public ImageStatus check() throws ImageException, InterruptedException {
        Optional<GuestBundle> found = whole();
        if (found.isPresent()) {
            UpdateCheck.Result _ = updates.now(found.get());
            changed();
        }
        return status();
    }

    @Override
    public BootImage await(Progress progress) throws BelljarException, InterruptedException {
        Optional<GuestBundle> found = whole();
        if (found.isPresent()) {
            store.used(found.get().digest());
            return found.get().bootImage();
        }
        listeners.add(progress);
        try {
            return sharedBuild().get().bootImage();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BelljarException known) {
                throw known;
            }
            throw ImageException.buildFailed(String.valueOf(e.getCause()), List.of());
        } finally {
            listeners.remove(progress);
        }
    }

    @Override
    public Optional<BootImage> ready() {
        return whole().map(GuestBundle::bootImage);
    }

    @Override
    public Optional<String> key() {
        return whole().map(GuestBundle::digest);
    }

    @Override
    public Optional<BootImage> withKey(String key) {
        store.used(key);
        return store.find(key).map(GuestBundle::bootImage);
    }

    @Override
    public ImagesPruned prune() throws ImageException, InterruptedException {
        Set<String> current = new HashSet<>(Set.of(script.key(store.refresh())));
        synchronized (this) {
            if (bundle != null) {
                current.add(bundle.digest());
            }
        }
        return new ImagePrune(store).run(current, Duration.ZERO);
    }

    /// Cancels a running build, and waits until all its processes have ended.
    @Override
    public void close() {
        updates.close();
        Thread running;
        synchronized (this) {
            running = worker;
        }
        if (running != null) {
            running.interrupt();
            joinQuietly(running);
        }
    }

    private static void joinQuietly(Thread running) {
        try {
            running.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The complete bundle for the scripts as they were at the first call; checked again each time, because the
    /// cache may be deleted.
    private Optional<GuestBundle> whole() {
        GuestBundle known;
        synchronized (this) {
            known = bundle;
        }
        Optional<GuestBundle> found = known == null ? look() : store.find(known.digest());
        synchronized (this) {
            bundle = found.orElse(null);
        }
        return found;
    }

    private Optional<GuestBundle> look() {
        try {
            return store.find(script.key(store.refresh()));
        } catch (ImageException e) {
            synchronized (this) {
                problem = e.problem();
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private synchronized CompletableFuture<GuestBundle> sharedBuild() {
        building = building == null ? begin(store.refresh()) : building;
        return building;
    }

    private CompletableFuture<GuestBundle> begin(String refresh) {
        CompletableFuture<GuestBundle> future = new CompletableFuture<>();
        problem = null;
        percent = 0;
        started = System.currentTimeMillis();
        cancelled = false;
        log.clear();
        step = "Checking the files for the guest image";
        worker = Thread.ofVirtual().name("image-build").start(() -> work(refresh, future));
        return future;
    }

    private void work(String refresh, CompletableFuture<GuestBundle> future) {
        try {
            GuestBundle built = builder.build(refresh, new ReportedProgress());
            pruneOld(built);
            finished(built, null);
            future.complete(built);
        } catch (ImageException e) {
            finished(null, e);
            future.completeExceptionally(e);
        } catch (InterruptedException e) {
            ImageException cancelled = ImageException.buildFailed("the build was cancelled", List.of());
            finished(null, cancelled);
            future.completeExceptionally(cancelled);
        }
    }

    /// Deletes old images after a new one was built. Recently used ones stay, because another checkout may still
    /// need them.
    private void pruneOld(GuestBundle built) throws InterruptedException {
        try {
            ImagesPruned gone = new ImagePrune(store).run(Set.of(built.digest()), KEPT_UNUSED);
            if (!gone.keys().isEmpty()) {
                LOG.info("unused guest images were removed: {}", gone.keys());
            }
        } catch (ImageException e) {
            LOG.warn("old guest images were not checked: {}", e.getMessage());
        }
    }

    private void finished(@Nullable GuestBundle built, @Nullable ImageException failure) {
        synchronized (this) {
            building = null;
            worker = null;
            bundle = built;
            problem = failure == null || cancelled ? null : failure.problem();
        }
        changed();
    }

    private void changed() {
        ImageStatus now = status();
        events.accept(new HostEvent.ImageChanged(
                0, System.currentTimeMillis(), now.state(), now.percent(), now.step(), now.key(), now.problem()));
    }

    private synchronized void remember(String line) {
        log.addLast(line);
        if (log.size() > KEPT_LINES) {
            log.removeFirst();
        }
    }

    private void tell(int newPercent, String words) {
        boolean news;
        synchronized (this) {
            news = percent != newPercent || !step.equals(words);
            percent = newPercent;
            step = words;
        }
        if (news) {
            changed();
        }
        listeners.forEach(listener -> listener.at(newPercent, words));
    }

    private final class ReportedProgress implements BuildProgress {
        @Override
        public void at(int percent, String words) {
            tell(percent, words);
        }

        @Override
        public void line(String text) {
            remember(text);
        }
    }

    private ImageStatus ready(GuestBundle bundle) {
        UpdateCheck.Result known = updates.of(bundle);
        return new ImageStatus(
                "ready",
                100,
                "",
                null,
                List.of(),
                bundle.digest(),
                bundle.folder().toString(),
                bundle.bytes(),
                problem,
                known.checked(),
                known.updates());
    }
}
