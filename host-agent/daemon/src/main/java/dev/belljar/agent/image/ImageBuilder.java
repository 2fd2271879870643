package dev.belljar.agent.image;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.DiskReserve;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Builds the guest bundle for the scripts as they are now, unless it exists already.
///
/// Of two builds at the same time the second waits for the first and finds its bundle. An interrupt ends the
/// build: the script is asked to clean up, and the rest of its process tree is then killed.
public final class ImageBuilder {
    private static final Duration CLEAN_UP = Duration.ofSeconds(10);
    /// The most bytes a build writes, packages and unpacked files together.
    private static final long BUILD = 2L << 30;

    private final BuildScript script;
    private final ImageStore store;
    private final DiskReserve reserve;
    private final Duration cleanUp;

    public ImageBuilder(BuildScript script, ImageStore store, DiskReserve reserve) {
        this(script, store, reserve, CLEAN_UP);
    }

    ImageBuilder(BuildScript script, ImageStore store, DiskReserve reserve, Duration cleanUp) {
        this.script = script;
        this.store = store;
        this.reserve = reserve;
        this.cleanUp = cleanUp;
    }

    /// The bundle, built if it does not exist.
    ///
    /// @throws ImageException when it cannot be built; no partial bundle is left
    /// @throws InterruptedException when the build was cancelled; no partial bundle is left
    public GuestBundle build(BuildProgress progress) throws ImageException, InterruptedException {
        return build(store.refresh(), progress);
    }

    /// The bundle of a refresh, built if it does not exist; from then on `build` returns it.
    GuestBundle build(String refresh, BuildProgress progress) throws ImageException, InterruptedException {
        String key = script.key(refresh);
        Optional<GuestBundle> ready = store.find(key);
        GuestBundle bundle = ready.isPresent() ? ready.get() : buildAlone(key, refresh, progress);
        store.refreshed(refresh);
        return bundle;
    }

    private GuestBundle buildAlone(String key, String refresh, BuildProgress progress)
            throws ImageException, InterruptedException {
        try (ImageStore.Lock lock = store.lock()) {
            Optional<GuestBundle> built = store.find(key);
            if (built.isPresent()) {
                return built.get();
            }
            lock.remove(key);
            requireSpace(key);
            run(key, refresh, progress);
            GuestBundle bundle = GuestBundle.open(store.place(key));
            if (!bundle.digest().equals(key)) {
                throw ImageException.buildFailed("its source files changed while it was being built", List.of());
            }
            return bundle;
        }
    }

    private void requireSpace(String key) throws ImageException {
        try {
            reserve.require(store.place(key), BUILD, "building the guest image");
        } catch (IOException e) {
            throw ImageException.buildFailed(String.valueOf(e.getMessage()), List.of());
        }
    }

    private void run(String key, String refresh, BuildProgress progress) throws ImageException, InterruptedException {
        BuildOutput output = new BuildOutput(progress);
        Process process = script.start(store.place(key), refresh);
        try {
            Thread out = follow(process.getInputStream(), output, "image-build-out");
            Thread err = follow(process.getErrorStream(), output, "image-build-err");
            int exit = process.waitFor();
            out.join();
            err.join();
            if (exit != 0) {
                throw BuildScript.failure(exit, output);
            }
        } finally {
            end(process);
        }
    }

    private static Thread follow(InputStream stream, BuildOutput output, String name) {
        return Thread.ofVirtual().name(name).start(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    output.heard(line);
                }
            } catch (IOException e) {
                // The build was killed; its exit code is checked below.
            }
        });
    }

    private void end(Process process) {
        if (process.isAlive()) {
            // Listed now: after the script has ended, its children can no longer be found.
            List<ProcessHandle> below = process.descendants().toList();
            process.destroy();
            boolean interrupted = awaitCleanUp(process);
            below.forEach(ProcessHandle::destroyForcibly);
            Command.killTree(process);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean awaitCleanUp(Process process) {
        try {
            process.waitFor(cleanUp.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
