package dev.belljar.agent.image;

import dev.belljar.contract.view.host.ImagesPruned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Deletes the guest images that no sandbox was created with and that no new sandbox would get, and the files
/// that only they were made from.
final class ImagePrune {
    /// A base younger than this may belong to a build that has not made its bundle yet.
    private static final Duration UNFINISHED = Duration.ofHours(2);

    private final ImageStore store;
    private final List<String> gone = new ArrayList<>();
    private long bytes;

    ImagePrune(ImageStore store) {
        this.store = store;
    }

    /// Deletes the images that were not used for the time `unused`; never one of `current`.
    ///
    /// @throws ImageException when a sandbox's record cannot be read (nothing is deleted then), or an image
    ///     cannot be deleted
    ImagesPruned run(Set<String> current, Duration unused) throws ImageException, InterruptedException {
        try (ImageStore.Lock lock = store.lock()) {
            String records = records();
            for (String key : store.keys()) {
                Path place = store.place(key);
                if (!current.contains(key) && !records.contains(key) && idle(place, unused)) {
                    remove(lock, place);
                    gone.add(key);
                }
            }
            bases(lock, unused.compareTo(UNFINISHED) < 0 ? UNFINISHED : unused);
        }
        return new ImagesPruned(gone, bytes);
    }

    private void bases(ImageStore.Lock lock, Duration unused) throws ImageException {
        StringBuilder manifests = new StringBuilder();
        for (String key : store.keys()) {
            manifests.append(text(store.place(key).resolve("manifest.json")));
        }
        for (Path base : store.bases()) {
            String key = base.getFileName().toString().substring("base-".length());
            if (manifests.indexOf(key) < 0 && idle(base, unused)) {
                remove(lock, base);
            }
        }
    }

    private void remove(ImageStore.Lock lock, Path place) throws ImageException {
        long size = onlyHere(place);
        lock.remove(place);
        bytes += size;
    }

    private String records() throws ImageException {
        try {
            return store.users().records();
        } catch (IOException e) {
            throw ImageException.keptAll(e);
        }
    }

    private static String text(Path file) throws ImageException {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static boolean idle(Path place, Duration unused) throws ImageException {
        try {
            Instant used = Files.getLastModifiedTime(place).toInstant();
            return !used.isAfter(Instant.now().minus(unused));
        } catch (IOException e) {
            throw unreadable(place, e);
        }
    }

    /// The bytes of files that have no other link on this disk.
    private static long onlyHere(Path place) throws ImageException {
        try (var files = Files.walk(place)) {
            long size = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                size += Files.getAttribute(file, "unix:nlink").equals(1) ? Files.size(file) : 0;
            }
            return size;
        } catch (IOException e) {
            throw unreadable(place, e);
        }
    }

    private static ImageException unreadable(Path what, IOException cause) {
        return ImageException.broken(what, "cannot be read: " + cause.getMessage(), cause);
    }
}
