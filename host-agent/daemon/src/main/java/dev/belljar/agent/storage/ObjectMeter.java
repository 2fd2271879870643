package dev.belljar.agent.storage;

import dev.belljar.contract.problem.BelljarException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Caches the size of git objects, which git measures slowly.
///
/// The objects grow only by fetches, and are measured before each: the cached size is short by one fetch at
/// most, for which there was space when it began.
final class ObjectMeter {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectMeter.class);

    private volatile ObjectBytes objects = (sandbox, project) -> 0;
    private final Map<String, Long> known = new ConcurrentHashMap<>();
    private final Set<String> measuring = ConcurrentHashMap.newKeySet();

    /// Sets the source of measurements.
    void ask(ObjectBytes other) {
        objects = other;
    }

    /// Measures the bytes now.
    ///
    /// @throws BelljarException when they cannot be measured
    long measured(String sandbox, Path project) throws BelljarException, InterruptedException {
        long bytes = objects.of(sandbox, project);
        known.put(sandbox, bytes);
        return bytes;
    }

    /// The bytes of the last measurement; 0 before the first, which begins now.
    long known(String sandbox, Path project) {
        Long bytes = known.get(sandbox);
        if (bytes == null && measuring.add(sandbox)) {
            Thread.ofVirtual().name("objects-" + sandbox).start(() -> begin(sandbox, project));
        }
        return bytes == null ? 0 : bytes;
    }

    /// Forgets a sandbox that is deleted permanently.
    void forget(String sandbox) {
        known.remove(sandbox);
    }

    private void begin(String sandbox, Path project) {
        try {
            long _ = measured(sandbox, project);
        } catch (BelljarException e) {
            LOG.warn("{}: the size of its git objects cannot be determined: {}", sandbox, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            measuring.remove(sandbox);
        }
    }
}
