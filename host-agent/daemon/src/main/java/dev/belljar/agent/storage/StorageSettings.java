package dev.belljar.agent.storage;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The disk quota of sandboxes and the reserve of free disk space: from the environment, else from the user's
/// settings, else the defaults. A sandbox's own quota takes precedence over all of these.
///
/// The variables are `BELLJAR_QUOTA_GIB`, 0 for no limit, and `BELLJAR_RESERVE_GIB`. The user's settings are in
/// a file that is always written as a whole.
public final class StorageSettings {
    private static final Logger LOG = LoggerFactory.getLogger(StorageSettings.class);
    private static final long GIB = 1L << 30;
    private static final long MOST = 1L << 50;
    private static final int MOST_BYTES = 1 << 20;

    /// The default quota in addition to the machine's disk: for snapshots, hibernated memory, objects, journal.
    public static final long BESIDE_DISK = 16 * GIB;

    private final Path file;
    private final SetStorage environment;
    private StoredSettings stored = StoredSettings.NOTHING;
    private @Nullable String problem;

    /// The user's settings: for all sandboxes, and for single ones by id.
    private record StoredSettings(
            @Nullable Long quota,
            @Nullable Long reserve,
            @Nullable Map<String, Long> quotas) {
        static final StoredSettings NOTHING = new StoredSettings(null, null, Map.of());

        Map<String, Long> own() {
            return quotas == null ? Map.of() : quotas;
        }

        boolean sound() {
            return own().values().stream().allMatch(StorageSettings::quotable)
                    && (quota == null || quotable(quota))
                    && (reserve == null || (reserve >= 0 && reserve <= MOST));
        }
    }

    private StorageSettings(Path file, SetStorage environment) {
        this.file = file;
        this.environment = environment;
    }

    /// Reads the settings of this file and this environment.
    ///
    /// @throws IOException when a variable is not a whole number of GiB
    public static StorageSettings open(Path file, Map<String, String> environment) throws IOException {
        StorageSettings settings = new StorageSettings(
                file,
                new SetStorage(
                        gibibytes(environment, "BELLJAR_QUOTA_GIB"), gibibytes(environment, "BELLJAR_RESERVE_GIB")));
        settings.read();
        return settings;
    }

    /// The reserve that was set, in bytes; null if none was.
    public synchronized @Nullable Long reserve() {
        return environment.reserve() == null ? stored.reserve() : environment.reserve();
    }

    /// The quota that was set for sandboxes without their own, in bytes, 0 for no limit; null if none was.
    public synchronized @Nullable Long quota() {
        return environment.quota() == null ? stored.quota() : environment.quota();
    }

    /// How many bytes this sandbox, with a disk of so many MiB, may use; 0 for no limit.
    public synchronized long quota(String sandbox, int diskMiB) {
        Long own = stored.own().get(sandbox);
        if (own != null) {
            return own;
        }
        Long all = quota();
        return all == null ? ((long) diskMiB << 20) + BESIDE_DISK : all;
    }

    /// True if a quota was set for this sandbox.
    public synchronized boolean own(String sandbox) {
        return stored.own().containsKey(sandbox);
    }

    /// The fields that the environment sets.
    public List<String> fixed() {
        List<String> fixed = new ArrayList<>();
        if (environment.quota() != null) {
            fixed.add("quota");
        }
        if (environment.reserve() != null) {
            fixed.add("reserve");
        }
        return fixed;
    }

    /// Why the user's settings cannot be read, if so.
    public synchronized @Nullable String problem() {
        return problem;
    }

    /// Stores the user's settings; `most` is the largest reserve that makes sense on this host.
    ///
    /// @throws StorageException when a value is out of range or set by the environment, or the file cannot be
    /// written
    public synchronized void change(SetStorage request, long most) throws StorageException {
        if (request.quota() == null && request.reserve() == null) {
            throw new StorageException(
                    StorageException.INVALID, "nothing to change: expected \"quota\" or \"reserve\"", null);
        }
        requireQuota(request.quota());
        Long reserve = request.reserve();
        if (reserve != null && (reserve < 0 || reserve > most)) {
            throw new StorageException(
                    StorageException.INVALID,
                    "reserve: expected 0 to %,d bytes (half of the disk)".formatted(most),
                    null);
        }
        requireFree(request);
        keep(new StoredSettings(
                request.quota() == null ? stored.quota() : request.quota(),
                reserve == null ? stored.reserve() : reserve,
                stored.quotas()));
    }

    /// Deletes the settings for all sandboxes; quotas of single ones stay.
    ///
    /// @throws StorageException when the file cannot be written
    public synchronized void reset() throws StorageException {
        keep(new StoredSettings(null, null, stored.quotas()));
    }

    /// Stores the quota of one sandbox; null means the common one.
    ///
    /// @throws StorageException when it is out of range or cannot be written
    public synchronized void change(String sandbox, @Nullable Long quota) throws StorageException {
        requireQuota(quota);
        Map<String, Long> quotas = new TreeMap<>(stored.own());
        if (quota == null) {
            quotas.remove(sandbox);
        } else {
            quotas.put(sandbox, quota);
        }
        if (!quotas.equals(stored.own())) {
            keep(new StoredSettings(stored.quota(), stored.reserve(), quotas));
        }
    }

    /// Forgets the quota of a sandbox that is deleted permanently.
    public void forget(String sandbox) {
        try {
            change(sandbox, null);
        } catch (StorageException e) {
            LOG.warn("the quota of {} could not be removed from {}: {}", sandbox, file, e.getMessage());
        }
    }

    private void keep(StoredSettings next) throws StorageException {
        try {
            DurableFile.write(file, ContractJson.pretty(next) + "\n");
        } catch (IOException e) {
            throw new StorageException(
                    StorageException.UNKEPT,
                    "%s cannot be written: %s. Nothing was changed".formatted(file, FileErrors.reason(e)),
                    "Free some space on that disk, and check that you own the file.");
        }
        stored = next;
        problem = null;
    }

    private static void requireQuota(@Nullable Long quota) throws StorageException {
        if (quota != null && !quotable(quota)) {
            throw new StorageException(
                    StorageException.INVALID,
                    "quota: expected %,d to %,d bytes (1 GiB to 1 PiB), or no limit".formatted(GIB, MOST),
                    null);
        }
    }

    private void requireFree(SetStorage request) throws StorageException {
        boolean quota = request.quota() != null && environment.quota() != null;
        boolean reserve = request.reserve() != null && environment.reserve() != null;
        if (quota || reserve) {
            throw new StorageException(
                    StorageException.FIXED,
                    (quota ? "the quota" : "the reserve") + " is set in the host agent's environment",
                    "Restart the host agent without BELLJAR_QUOTA_GIB and BELLJAR_RESERVE_GIB: `belljar "
                            + "agent stop`, then `belljar agent start`.");
        }
    }

    private static boolean quotable(long quota) {
        return quota == 0 || (quota >= GIB && quota <= MOST);
    }

    private void read() {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("the file is larger than %d bytes".formatted(MOST_BYTES));
            }
            StoredSettings found = ContractJson.readStrict(Files.readString(file), StoredSettings.class);
            if (!found.sound()) {
                throw new IOException("a number in it is out of range");
            }
            stored = found;
        } catch (NoSuchFileException e) {
            stored = StoredSettings.NOTHING;
        } catch (IOException | JsonFault e) {
            LOG.warn("{} cannot be used; the default quotas and reserve apply until they are set again", file, e);
            problem = file + " cannot be read";
        }
    }

    private static @Nullable Long gibibytes(Map<String, String> environment, String name) throws IOException {
        String value = environment.get(name);
        if (value == null) {
            return null;
        }
        if (!value.matches("[0-9]{1,6}")) {
            throw new IOException(name + " is \"" + value + "\": expected a whole number of GiB");
        }
        return Long.parseLong(value) << 30;
    }
}
