package dev.belljar.agent.image;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The guest bundles of this user, each in a folder `KEY/` of one cache folder.
///
/// A bundle is used only if its manifest has the requested key and its files have the sizes of the manifest: a
/// stale, incomplete or changed bundle counts as missing.
public final class ImageStore {
    private static final Logger LOG = LoggerFactory.getLogger(ImageStore.class);
    private static final String REFRESH = "refreshed";
    private static final String KEY = "[0-9a-f]{32,64}";

    private final Path folder;
    private final ImageUsers users;
    // A file lock works between processes only; within one process it throws instead of waiting.
    private final ReentrantLock here = new ReentrantLock();

    /// A store in this folder, which need not exist yet.
    public ImageStore(Path folder) {
        this.folder = folder;
        this.users = new ImageUsers(folder);
    }

    /// The bundle with this key, if it exists and is complete.
    public Optional<GuestBundle> find(String key) {
        try {
            return Optional.of(GuestBundle.open(place(key)))
                    .filter(bundle -> bundle.digest().equals(key));
        } catch (ImageException e) {
            return Optional.empty();
        }
    }

    /// Records that sandboxes in this data folder use this store's bundles. On a full disk only this object
    /// remembers it.
    public void usedBy(Path data) {
        try {
            users.add(data);
        } catch (IOException e) {
            LOG.warn(
                    "{}: could not record that {} uses this folder, so other host agents may remove its images",
                    folder,
                    data,
                    e);
        }
    }

    ImageUsers users() {
        return users;
    }

    /// The keys of all bundles, complete or not.
    List<String> keys() throws ImageException {
        return matching(KEY).stream()
                .map(place -> String.valueOf(place.getFileName()))
                .toList();
    }

    /// The folders of the bases: what bundles share, which the build links into each bundle.
    List<Path> bases() throws ImageException {
        return matching("base-" + KEY);
    }

    private List<Path> matching(String name) throws ImageException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var places = Files.list(folder)) {
            return places.filter(place -> String.valueOf(place.getFileName()).matches(name))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw ImageException.broken(folder, "cannot be read: " + e.getMessage(), e);
        }
    }

    /// Notes that a machine starts from this bundle now.
    void used(String key) {
        try {
            Files.setLastModifiedTime(place(key), FileTime.from(Instant.now()));
        } catch (IOException e) {
            LOG.debug("guest image {}: could not record that it is in use", key, e);
        }
    }

    /// The refresh whose packages new sandboxes get; empty before the first refresh.
    String refresh() {
        try {
            String text = Files.readString(folder.resolve(REFRESH)).strip();
            return text.matches("[0-9TZ:.-]{1,40}") ? text : "";
        } catch (IOException e) {
            return ""; // no refresh yet
        }
    }

    /// Sets the refresh whose packages new sandboxes get.
    ///
    /// @throws ImageException when it cannot be written
    void refreshed(String refresh) throws ImageException {
        if (refresh.equals(refresh())) {
            return;
        }
        try {
            DurableFile.write(folder.resolve(REFRESH), refresh + "\n");
        } catch (IOException e) {
            throw ImageException.broken(folder, "the refresh could not be recorded: " + e.getMessage(), e);
        }
    }

    /// The folder for the bundle with this key.
    public Path place(String key) {
        if (!key.matches(KEY)) {
            throw new IllegalArgumentException("image key \"" + key + "\": expected 32 to 64 hex digits");
        }
        return folder.resolve(key);
    }

    /// Waits until no build uses the store, in this process or another, and locks the store until the lock is
    /// closed.
    ///
    /// @throws ImageException when the folder cannot be used
    Lock lock() throws ImageException, InterruptedException {
        here.lockInterruptibly();
        try {
            Files.createDirectories(folder);
            FileChannel channel =
                    FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return new Lock(this, channel, await(channel));
        } catch (IOException e) {
            here.unlock();
            throw ImageException.broken(folder, "cannot be used for guest images: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            here.unlock();
            throw e;
        }
    }

    private static FileLock await(FileChannel channel) throws IOException, InterruptedException {
        try {
            while (true) {
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    return lock;
                }
                // Not a blocking lock: an interrupt of one would close the channel.
                Thread.sleep(200);
            }
        } catch (IOException | InterruptedException e) {
            channel.close();
            throw e;
        }
    }

    private static void delete(Path place) throws IOException {
        try (var files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /// The right to change the store's content, until the thread that took it closes it.
    record Lock(ImageStore store, FileChannel channel, FileLock held) implements AutoCloseable {
        /// Deletes the bundle with this key, complete or not.
        ///
        /// @throws ImageException when it cannot be deleted
        void remove(String key) throws ImageException {
            remove(store.place(key));
        }

        /// Deletes one of this store's folders, if it exists.
        void remove(Path place) throws ImageException {
            try {
                if (Files.exists(place)) {
                    delete(place);
                }
            } catch (IOException e) {
                throw ImageException.broken(place, "could not be removed: " + e.getMessage(), e);
            }
        }

        @Override
        public void close() throws ImageException {
            try {
                held.release();
                channel.close();
            } catch (IOException e) {
                throw ImageException.broken(store.folder, "the lock could not be released: " + e.getMessage(), e);
            } finally {
                store.here.unlock();
            }
        }
    }
}
