package dev.belljar.agent.image;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks once a day, in the background, whether Debian's security archive has newer packages than the guest
/// image. A check that failed, for example without a network, is repeated an hour later.
final class UpdateCheck {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateCheck.class);
    private static final Duration INTERVAL = Duration.ofDays(1);
    private static final Duration AGAIN = Duration.ofHours(1);
    private static final int MOST = 200;

    private final BuildScript script;
    private final InstantSource clock;
    private final boolean daily;
    private Result result = Result.NONE;
    private String triedKey = "";
    private long next;
    private @Nullable Thread worker;

    /// The updates that a check found for the image with this key, and when (milliseconds since the epoch).
    record Result(String key, @Nullable Long checked, List<String> updates) {
        static final Result NONE = new Result("", null, List.of());
    }

    /// `daily` is whether it checks by itself.
    UpdateCheck(BuildScript script, InstantSource clock, boolean daily) {
        this.script = script;
        this.clock = clock;
        this.daily = daily;
    }

    /// The result for this image; starts a new check if the result is a day old.
    synchronized Result of(GuestBundle bundle) {
        boolean other = !result.key().equals(bundle.digest());
        long now = clock.millis();
        if (daily && worker == null && (!triedKey.equals(bundle.digest()) || now >= next)) {
            tried(bundle, now + AGAIN.toMillis());
            worker = Thread.ofVirtual().name("image-updates").start(() -> look(bundle));
        }
        return other ? Result.NONE : result;
    }

    /// Checks now.
    ///
    /// @throws ImageException when the archive does not answer
    Result now(GuestBundle bundle) throws ImageException, InterruptedException {
        Path manifest = bundle.folder().resolve("manifest.json");
        List<String> updates = script.updates(manifest).stream().limit(MOST).toList();
        Result found = new Result(bundle.digest(), clock.millis(), updates);
        synchronized (this) {
            result = found;
            tried(bundle, clock.millis() + INTERVAL.toMillis());
        }
        return found;
    }

    private synchronized void tried(GuestBundle bundle, long again) {
        triedKey = bundle.digest();
        next = again;
    }

    private void look(GuestBundle bundle) {
        try {
            Result found = now(bundle);
            LOG.info(
                    "guest image: {} security updates available",
                    found.updates().size());
        } catch (ImageException e) {
            LOG.info("guest image: could not check for security updates: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                worker = null;
            }
        }
    }

    /// Whether a check is under way.
    synchronized boolean busy() {
        return worker != null;
    }

    /// Ends a check that is under way.
    void close() {
        Thread running;
        synchronized (this) {
            running = worker;
        }
        if (running != null) {
            running.interrupt();
        }
    }
}
