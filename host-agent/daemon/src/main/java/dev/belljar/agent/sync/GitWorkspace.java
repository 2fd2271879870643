package dev.belljar.agent.sync;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.view.Commit;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.FileDiff;
import dev.belljar.contract.view.SyncPlan;
import dev.belljar.contract.view.SyncResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The workspace kept with git: one bare repository of the host's own per project, one operation at a time
/// in each.
///
/// The host never runs git in a tree a machine can write, and no transport either: packs go over the guest link,
/// and what arrives is taken apart in a quarantine before it is part of anything.
public final class GitWorkspace implements Workspace {
    private static final long LARGEST_FETCH = 4L << 30;

    private final Path data;
    private final long limit;
    private final Map<Path, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final Set<Path> swept = ConcurrentHashMap.newKeySet();

    /// A workspace whose repositories are in `data/repositories`; a machine may send 4 GiB at once.
    public GitWorkspace(Path data) {
        this(data, LARGEST_FETCH);
    }

    /// The same, with another limit in bytes for what a machine may send at once.
    public GitWorkspace(Path data, long limit) {
        this.data = data;
        this.limit = limit;
    }

    @Override
    public void check(Path project, boolean plainFolder) throws SyncException, InterruptedException {
        ProjectCapture.find(project, plainFolder);
    }

    @Override
    public Capture capture(String sandbox, Path project, boolean plainFolder)
            throws SyncException, InterruptedException {
        HostRepository repository = HostRepository.of(data, project);
        return locked(repository, () -> ProjectCapture.take(repository, sandbox, project, plainFolder));
    }

    @Override
    public void deliver(String sandbox, Capture capture, GuestLink guest, SyncProgress progress)
            throws SyncException, InterruptedException {
        HostRepository repository = HostRepository.having(data, sandbox).orElseThrow(() -> Base.missing(sandbox));
        Delivery delivery = new Delivery(repository, progress);
        CaptureNote note = Base.note(repository, capture.commit());
        try (Scratch scratch = scratch(repository)) {
            Delivery.Parcel parcel = locked(repository, () -> delivery.pack(scratch, capture.commit()));
            delivery.send(guest, capture.commit(), note, parcel);
        }
    }

    @Override
    public Capture captured(String sandbox, Path project, String commit) throws SyncException, InterruptedException {
        return Base.note(existing(sandbox, project), commit).capture(commit);
    }

    @Override
    public FileDiff diff(String sandbox, Path project, GuestLink guest) throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        return fetched(
                repository,
                sandbox,
                guest,
                fetched -> new Review(repository).diff(capture(repository, sandbox), fetched.tip()));
    }

    @Override
    public FileContents contents(String sandbox, Path project, String path) throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        String base = capture(repository, sandbox);
        String tip = repository.ref(Names.work(sandbox)).orElse(base);
        return contents(repository, base, tip, path);
    }

    @Override
    public FileContents contents(Path project, String base, String tip, String path)
            throws SyncException, InterruptedException {
        return contents(existing("compared", project), Names.object(base), Names.object(tip), path);
    }

    private static FileContents contents(HostRepository repository, String base, String tip, String path)
            throws SyncException, InterruptedException {
        GitPath wanted = GitPath.parse(path);
        Blobs blobs = new Blobs(repository.untrusted());
        Blobs.Entry before = blobs.entry(base, wanted).orElse(null);
        Blobs.Entry after = blobs.entry(tip, wanted).orElse(null);
        if (before == null && after == null) {
            throw SyncFaults.refused("path " + wanted.shown() + ": is in neither side", "Give a path as listed.");
        }
        return blobs.contents(wanted.shown(), before, after);
    }

    @Override
    public SyncPlan plan(String sandbox, String name, Path project, GuestLink guest)
            throws SyncException, InterruptedException {
        String branch = Names.branch(name);
        HostRepository repository = existing(sandbox, project);
        return fetched(repository, sandbox, guest, fetched -> plan(repository, sandbox, branch, fetched));
    }

    @Override
    public SyncResult accept(String sandbox, String name, Path project, AcceptSync request)
            throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        return locked(repository, () -> new Acceptance(repository, sandbox, name).accept(project, request));
    }

    @Override
    public Optional<String> salvage(String sandbox, Path project, @Nullable GuestLink guest)
            throws SyncException, InterruptedException {
        HostRepository repository = HostRepository.of(data, project);
        if (!repository.exists() || repository.ref(Names.capture(sandbox)).isEmpty()) {
            return Optional.empty();
        }
        Salvage salvage = new Salvage(repository, sandbox);
        return guest == null
                ? locked(repository, salvage::keep)
                : fetched(repository, sandbox, guest, fetched -> salvaged(repository, sandbox, salvage, fetched));
    }

    private static Optional<String> salvaged(
            HostRepository repository, String sandbox, Salvage salvage, Collection.Fetched fetched)
            throws SyncException, InterruptedException {
        Optional<String> ref = salvage.keep();
        boolean began = Base.note(repository, capture(repository, sandbox)).head() != null;
        Salvage.requireWhole(fetched, began, ref.orElse(null));
        return ref;
    }

    @Override
    public Kept keep(String sandbox, Path project, GuestLink guest, String snapshot)
            throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        return fetched(repository, sandbox, guest, fetched -> {
            repository.update(List.of("update " + Names.snapshot(snapshot) + " " + fetched.tip()));
            return new Kept(fetched.tip(), fetched.head());
        });
    }

    @Override
    public void inherit(Path project, String capture, String sandbox) throws SyncException, InterruptedException {
        HostRepository repository = existing(sandbox, project);
        locked(repository, () -> {
            repository.update(List.of("update " + Names.capture(sandbox) + " " + Names.object(capture)));
            return capture;
        });
    }

    @Override
    public FileDiff compare(Path project, String base, String tip) throws SyncException, InterruptedException {
        HostRepository repository = existing("compared", project);
        return new Review(repository).diff(Names.object(base), Names.object(tip));
    }

    @Override
    public Path repository(Path project) {
        return HostRepository.of(data, project).path();
    }

    private static SyncPlan plan(HostRepository repository, String sandbox, String branch, Collection.Fetched fetched)
            throws SyncException, InterruptedException {
        String base = capture(repository, sandbox);
        String tip = fetched.tip();
        new Planned(repository, sandbox).add(tip);
        String head = fetched.head();
        Review review = new Review(repository);
        List<Commit> commits = review.commits(base, head);
        boolean unchanged = repository.tree(base).equals(repository.tree(tip)) && commits.isEmpty();
        boolean taken = repository.ref(Names.accepted(sandbox)).map(tip::equals).orElse(false);
        int uncommitted = head == null
                ? Tally.of(repository.untrusted(), tip, null).files()
                : Tally.changed(repository.untrusted(), tip + "^{tree}", head);
        return new SyncPlan(tip, base, branch, commits, uncommitted, review.diff(base, tip), unchanged || taken);
    }

    private HostRepository existing(String sandbox, Path project) throws SyncException, InterruptedException {
        HostRepository repository = HostRepository.of(data, project);
        if (!repository.exists()) {
            throw Base.missing(sandbox);
        }
        return repository;
    }

    private static String capture(HostRepository repository, String sandbox)
            throws SyncException, InterruptedException {
        return repository.ref(Names.capture(sandbox)).orElseThrow(() -> Base.missing(sandbox));
    }

    private interface Operation<T> {
        T run() throws SyncException, InterruptedException;
    }

    private interface Reading<T> {
        T of(Collection.Fetched fetched) throws SyncException, InterruptedException;
    }

    private <T> T fetched(HostRepository repository, String sandbox, GuestLink guest, Reading<T> reading)
            throws SyncException, InterruptedException {
        Collection collection = new Collection(repository, sandbox, limit);
        try (Scratch scratch = scratch(repository)) {
            Collection.Received received = collection.receive(guest, scratch);
            return locked(repository, () -> reading.of(collection.take(received)));
        }
    }

    private Scratch scratch(HostRepository repository) throws SyncException, InterruptedException {
        return locked(repository, () -> Scratch.in(repository));
    }

    // The first to use a repository tidies up after a host agent that was killed in the middle.
    private <T> T locked(HostRepository repository, Operation<T> operation) throws SyncException, InterruptedException {
        ReentrantLock lock = locks.computeIfAbsent(repository.path(), path -> new ReentrantLock());
        lock.lockInterruptibly();
        try {
            if (swept.add(repository.path())) {
                repository.sweep();
            }
            return operation.run();
        } finally {
            lock.unlock();
        }
    }
}
