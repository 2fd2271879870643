package dev.belljar.agent.storage;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.text.ByteCount;
import java.io.IOException;
import java.nio.file.Path;

/// Measures the disk usage of each sandbox and decides whether it may use more.
public final class QuotaService {
    private final StorageSettings settings;
    private final DiskReserve reserve;
    private final UsageMeter meter;
    private final ObjectMeter objects = new ObjectMeter();
    private final HostFolders folders;

    public QuotaService(StorageSettings settings, DiskReserve reserve, HostFolders folders, SnapshotStore snapshots) {
        this.settings = settings;
        this.reserve = reserve;
        this.folders = folders;
        this.meter = new UsageMeter(folders, snapshots);
    }

    /// Sets the source for the sizes of git objects.
    public void counts(ObjectBytes fetched) {
        objects.ask(fetched);
    }

    /// The user's settings.
    public StorageSettings settings() {
        return settings;
    }

    /// The reserve of free disk space.
    public DiskReserve reserve() {
        return reserve;
    }

    /// Measures the present usage of a sandbox.
    ///
    /// @throws BelljarException when it cannot be measured
    public DiskUsage usage(SandboxRecord record) throws BelljarException, InterruptedException {
        return usage(record, objects.measured(record.id(), project(record)));
    }

    /// The present usage of a sandbox, with the last measured size of its git objects; does not wait for git.
    ///
    /// @throws StorageException when it cannot be measured
    public DiskUsage watched(SandboxRecord record) throws StorageException {
        return usage(record, objects.known(record.id(), project(record)));
    }

    private DiskUsage usage(SandboxRecord record, long git) throws StorageException {
        try {
            return meter.measure(record, git);
        } catch (IOException e) {
            throw unknown(record.spec().name(), e);
        }
    }

    private static Path project(SandboxRecord record) {
        return Path.of(record.spec().project());
    }

    /// Forgets a sandbox that is deleted permanently.
    public void forget(String sandbox) {
        settings.forget(sandbox);
        objects.forget(sandbox);
    }

    /// The size of destroyed sandboxes.
    ///
    /// @throws StorageException when it cannot be measured
    public long trash() throws StorageException {
        return folder("trash", "the trash");
    }

    /// The size of all templates, those of projects and those that every sandbox can start from, in bytes.
    ///
    /// @throws StorageException when it cannot be measured
    public long templates() throws StorageException {
        return folder("templates", "the templates") + folder("project-templates", "the project templates");
    }

    /// The size of all imported images, in bytes.
    ///
    /// @throws StorageException when it cannot be measured
    public long images() throws StorageException {
        return folder("images", "the imported images");
    }

    private long folder(String name, String what) throws StorageException {
        try {
            return UsageMeter.folder(folders.data().resolve(name));
        } catch (IOException e) {
            throw unknown(what, e);
        }
    }

    /// How many bytes this sandbox may use, 0 for no limit.
    public long quota(SandboxRecord record) {
        return settings.quota(record.id(), record.spec().limits().diskMiB());
    }

    /// How many bytes this sandbox may still use; `Long.MAX_VALUE` without a limit, negative above it.
    ///
    /// @throws BelljarException when it cannot be measured
    public long room(SandboxRecord record) throws BelljarException, InterruptedException {
        long quota = quota(record);
        return quota == 0 ? Long.MAX_VALUE : quota - usage(record).sum();
    }

    /// Requires that a sandbox may use this many more bytes.
    ///
    /// @throws BelljarException with the usage and what to do, when it may not
    public void require(SandboxRecord record, long more, String what) throws BelljarException, InterruptedException {
        long quota = quota(record);
        if (quota == 0) {
            return;
        }
        DiskUsage usage = usage(record);
        if (usage.sum() > quota - more) {
            String name = record.spec().name();
            throw new StorageException(
                    StorageException.OVER_QUOTA,
                    "sandbox %s uses %s of its %s disk quota (%s); %s"
                            .formatted(
                                    name,
                                    ByteCount.binaryWords(usage.sum()),
                                    ByteCount.ofMiB(quota >> 20),
                                    usage.words(),
                                    more <= 1 ? what : what + " needs up to " + ByteCount.binaryWords(more) + " more"),
                    hint(name));
        }
    }

    /// What the user can do about a reached quota.
    public static String hint(String name) {
        return ("Raise the quota with `belljar storage set %s --quota 64G`, or delete snapshots "
                        + "(`belljar snapshots %s`). To delete files in the sandbox, raise the quota, delete the "
                        + "files, then lower the quota again.")
                .formatted(name, name);
    }

    private static StorageException unknown(String what, IOException e) {
        return new StorageException(
                StorageException.UNKNOWN,
                "the disk use of %s cannot be determined: %s".formatted(what, e.getMessage()),
                "Check the owner and the permissions of the data folder.");
    }
}
