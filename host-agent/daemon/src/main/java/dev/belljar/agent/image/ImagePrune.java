package dev.belljar.agent.image;

import dev.belljar.contract.view.ImagesPruned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Takes away the guest images that no sandbox was made on and that nobody would make one on now.
final class ImagePrune {
    private final ImageStore store;

    ImagePrune(ImageStore store) {
        this.store = store;
    }

    /// Takes them away if they were not used for this long; never one of `current`.
    ///
    /// @throws ImageException when a sandbox's record cannot be read (nothing is taken away then), or one cannot go
    ImagesPruned run(Set<String> current, Duration unused) throws ImageException, InterruptedException {
        List<String> gone = new ArrayList<>();
        long bytes = 0;
        try (ImageStore.Lock lock = store.lock()) {
            String records = records();
            for (String key : store.keys()) {
                Path place = store.place(key);
                if (!current.contains(key) && !records.contains(key) && idle(place, unused)) {
                    bytes += size(place);
                    lock.remove(key);
                    gone.add(key);
                }
            }
        }
        return new ImagesPruned(gone, bytes);
    }

    private String records() throws ImageException {
        try {
            return store.users().records();
        } catch (IOException e) {
            throw ImageException.keptAll(e);
        }
    }

    private static boolean idle(Path place, Duration unused) throws ImageException {
        try {
            Instant used = Files.getLastModifiedTime(place).toInstant();
            return !used.isAfter(Instant.now().minus(unused));
        } catch (IOException e) {
            throw ImageException.broken(place, "cannot be read: " + e.getMessage(), e);
        }
    }

    private static long size(Path place) throws ImageException {
        try (var files = Files.list(place)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException e) {
            throw ImageException.broken(place, "cannot be read: " + e.getMessage(), e);
        }
    }
}
