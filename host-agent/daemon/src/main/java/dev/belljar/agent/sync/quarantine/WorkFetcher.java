package dev.belljar.agent.sync.quarantine;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.capture.CaptureNote;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.capture.WorkBases;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.agent.sync.script.GuestScript;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Fetches a machine's work into the host's repository: commits of all local branches, uncommitted changes,
/// stashes.
///
/// The commit of the uncommitted changes is made on the host, from the machine's tree and with a date derived
/// from its parent, so that the same work always gives the same id.
public final class WorkFetcher {
    /// The message of the commit of the uncommitted changes.
    public static final String UNCOMMITTED = "Work that was not committed in the sandbox\n";

    private static final long LATEST = 4_102_444_800L;

    private final HostRepository repository;
    private final String sandbox;
    private final FetchLimits limits;
    private final ObjectQuota quota;
    private final WorkspaceTransfer.FetchProgress progress;

    public WorkFetcher(
            HostRepository repository,
            String sandbox,
            FetchLimits limits,
            ObjectQuota quota,
            WorkspaceTransfer.FetchProgress progress) {
        this.repository = repository;
        this.sandbox = sandbox;
        this.limits = limits;
        this.quota = quota;
        this.progress = progress;
    }

    /// The newest work: its tip, the machine's HEAD (null if there is no commit), the files that the machine's
    /// user may not read, and those that are too large.
    public record Fetched(String tip, @Nullable String head, List<String> skipped, OversizedFiles oversized) {}

    /// Receives the work into `scratch` and checks it, outside of any lock, so that a stalling machine does not
    /// block others.
    public Received receive(GuestLink guest, ScratchFolder scratch) throws SyncException, InterruptedException {
        PackQuarantine quarantine = new PackQuarantine(repository, scratch, quota.reserve(sandbox), limits.pack());
        long room = quota.room(sandbox);
        UnverifiedWork unverified = receive(guest, quarantine, room);
        quarantine.verify(unverified.commits(), unverified.tree());
        String before = refs();
        long bytes = quarantine.pack(unverified.objects(), room);
        return new Received(quarantine, unverified, before, bytes);
    }

    /// The received work: the quarantine, the machine's claims, the sandbox's refs at that time, and the number
    /// of new bytes.
    public record Received(PackQuarantine quarantine, UnverifiedWork unverified, String refs, long bytes) {}

    /// Makes the received work the newest of the sandbox.
    public Fetched take(Received received) throws SyncException, InterruptedException {
        UnverifiedWork unverified = received.unverified();
        long bytes = received.bytes();
        if (!refs().equals(received.refs())) {
            // Another fetch may have brought the same objects, which need not be stored twice.
            bytes = received.quarantine().pack(unverified.objects(), Long.MAX_VALUE);
        }
        // Another fetch that ran at the same time was given the same quota, so it is checked again.
        long room = bytes == 0 ? 0 : quota.room(sandbox);
        if (bytes > room) {
            throw SyncFaults.overQuota(bytes, room);
        }
        received.quarantine().release();
        new WorkBases(repository, sandbox).choose(unverified.head());
        String tip = tip(unverified);
        record(unverified, tip);
        repository.tidy(quota.reserve(sandbox));
        return new Fetched(tip, unverified.head(), unverified.skipped(), unverified.oversized());
    }

    private String refs() throws SyncException, InterruptedException {
        return repository.git().line("for-each-ref", "--format=%(objectname)", RefNames.fetched(sandbox));
    }

    private UnverifiedWork receive(GuestLink guest, PackQuarantine quarantine, long room)
            throws SyncException, InterruptedException {
        byte[] known = known();
        try (GuestScript script = GuestScript.start(guest, "collect", limits.stall(), progress)) {
            script.feed(in -> write(in, known));
            try {
                UnverifiedWork unverified = UnverifiedWork.read(script.output());
                quarantine.receive(script.output(), room);
                script.finish();
                return unverified;
            } catch (IOException e) {
                // The exit of the script tells more than the broken stream.
                script.finish();
                throw SyncFaults.refused(
                        "the work from the guest did not arrive completely: " + e.getMessage(), "Try again.");
            } catch (SyncException e) {
                // A transfer that was ended for a stall must not be reported as broken work.
                script.requireInTime(e);
                throw e;
            }
        }
    }

    private static void write(OutputStream in, byte[] known) throws IOException {
        in.write(known);
    }

    private byte[] known() throws SyncException, InterruptedException {
        String capture = repository.ref(RefNames.capture(sandbox)).orElseThrow(() -> WorkBase.missing(sandbox));
        CaptureNote note = WorkBase.note(repository, capture);
        Set<String> objects = new LinkedHashSet<>(List.of(capture, repository.tree(capture), note.index()));
        if (note.head() != null) {
            objects.add(note.head());
        }
        String fetched = repository
                .untrusted()
                .line("for-each-ref", "--format=%(objectname) %(tree)", RefNames.fetched(sandbox));
        fetched.lines()
                .limit(200)
                .forEach(line -> objects.addAll(List.of(line.strip().split(" "))));
        StringBuilder lines = new StringBuilder("format ")
                .append(repository.git().line("rev-parse", "--show-object-format"))
                .append('\n');
        lines.append("most ").append(limits.file()).append('\n');
        objects.forEach(object -> lines.append("have ").append(object).append('\n'));
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String tip(UnverifiedWork unverified) throws SyncException, InterruptedException {
        String head = unverified.head();
        String capture = repository.ref(RefNames.capture(sandbox)).orElseThrow(() -> WorkBase.missing(sandbox));
        long date = date(capture);
        if (head == null) {
            return repository.commit(unverified.tree(), List.of(), UNCOMMITTED, "@" + date + " +0000");
        }
        if (repository.tree(head).equals(unverified.tree())) {
            return head;
        }
        return repository.commit(
                unverified.tree(), List.of(head), UNCOMMITTED, "@" + Math.max(date, date(head)) + " +0000");
    }

    // A machine can choose any date for its commits; an absurd date counts as none.
    private long date(String commit) throws SyncException, InterruptedException {
        String seconds = repository.untrusted().line("show", "-s", "--format=%ct", commit);
        if (!seconds.matches("[0-9]{1,10}")) {
            return 0;
        }
        long value = Long.parseLong(seconds);
        return value > LATEST ? 0 : value;
    }

    private void record(UnverifiedWork unverified, String tip) throws SyncException, InterruptedException {
        List<String> commands = new ArrayList<>();
        Map<String, String> refs = new LinkedHashMap<>();
        refs.put(RefNames.work(sandbox), tip);
        if (unverified.head() != null) {
            refs.put(RefNames.head(sandbox), unverified.head());
        }
        unverified.refs().forEach((name, object) -> refs.put("refs/sandbox/" + sandbox + "/refs/" + name, object));
        String old = repository.git().line("for-each-ref", "--format=%(refname)", RefNames.fetched(sandbox));
        old.lines().filter(name -> !refs.containsKey(name)).forEach(name -> commands.add("delete " + name));
        refs.forEach((name, object) -> commands.add("update " + name + " " + object));
        repository.update(commands);
    }
}
