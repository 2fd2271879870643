package dev.belljar.agent.storage;

import dev.belljar.contract.problem.BelljarException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Remembers what git objects take, which git needs a moment to say.
///
/// They grow by fetches alone, and before each of them they are measured: what is remembered is short by one fetch at
/// most, which had room when it began.
final class ObjectMeter {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectMeter.class);

    private volatile ObjectBytes objects = (sandbox, project) -> 0;
    private final Map<String, Long> known = new ConcurrentHashMap<>();
    private final Set<String> measuring = ConcurrentHashMap.newKeySet();

    /// Who is asked from now on.
    void ask(ObjectBytes other) {
        objects = other;
    }

    /// Bytes now.
    ///
    /// @throws BelljarException when they cannot be measured
    long measured(String sandbox, Path project) throws BelljarException, InterruptedException {
        long bytes = objects.of(sandbox, project);
        known.put(sandbox, bytes);
        return bytes;
    }

    /// Bytes when they were last measured; 0 until they were for the first time, which begins now.
    long known(String sandbox, Path project) {
        Long bytes = known.get(sandbox);
        if (bytes == null && measuring.add(sandbox)) {
            Thread.ofVirtual().name("objects-" + sandbox).start(() -> begin(sandbox, project));
        }
        return bytes == null ? 0 : bytes;
    }

    /// It is deleted for good.
    void forget(String sandbox) {
        known.remove(sandbox);
    }

    private void begin(String sandbox, Path project) {
        try {
            long _ = measured(sandbox, project);
        } catch (BelljarException e) {
            LOG.warn("{}: what its git objects take is not known: {}", sandbox, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            measuring.remove(sandbox);
        }
    }
}
