package dev.belljar.contract.event;

import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.host.ToolStatus;
import dev.belljar.contract.view.storage.TrashItem;
import org.jspecify.annotations.Nullable;

/// Something that the host agent did or noticed, with what a reader needs to update its state.
///
/// It is in the journal of its sandbox and, if other sandboxes or the list of all sandboxes are concerned
/// (`ofHost`), also in the host's journal, under a number of its own there. Where the new state is large, the
/// event only says what changed, and a client that shows that state requests it.
public sealed interface HostEvent extends Event
        permits ApprovalEvent,
                CodingAgentsChanged,
                CommitMade,
                SetupChanged,
                SyncChanged,
                TemplateChanged,
                HostEvent.StateChanged,
                HostEvent.StepChanged,
                HostEvent.SnapshotChanged,
                HostEvent.WorkSynced,
                HostEvent.PortChanged,
                HostEvent.RoutesChanged,
                HostEvent.PolicyChanged,
                HostEvent.ConsoleLine,
                HostEvent.TrashChanged,
                HostEvent.ImageChanged,
                HostEvent.ToolChanged,
                HostEvent.StorageChanged,
                HostEvent.LimitReached {
    /// The id of the sandbox that it happened to; null for the host, and in lines of older versions.
    @Nullable
    String sandbox();

    /// True if the host's journal contains it too.
    default boolean ofHost() {
        return EventType.ofHost().contains(type());
    }

    /// Whether something was added, changed or deleted.
    enum ChangeKind {
        ADDED,
        CHANGED,
        DELETED
    }

    /// A sandbox entered a state; `from` is null for a new sandbox.
    ///
    /// If `from` equals `to`, something else about the sandbox changed: its tier, or why its machine is
    /// paused. `tier` is the storage tier of a stopped machine, `problem` the reason for an error or a pause,
    /// `detail` a sentence for users.
    record StateChanged(
            long seq,
            long ts,
            @Nullable String sandbox,
            @Nullable String name,
            @Nullable SandboxState from,
            SandboxState to,
            @Nullable StorageTier tier,
            @Nullable Problem problem,
            @Nullable String detail)
            implements HostEvent {
        @Override
        public EventType type() {
            return EventType.STATE;
        }

        @Override
        public StateChanged withSeq(long newSeq) {
            return new StateChanged(newSeq, ts, sandbox, name, from, to, tier, problem, detail);
        }
    }

    /// A step of a start or stop began, advanced or ended; it replaces the step with the same name.
    record StepChanged(long seq, long ts, @Nullable String sandbox, Requirement step) implements HostEvent {
        @Override
        public EventType type() {
            return EventType.STEP;
        }

        @Override
        public StepChanged withSeq(long newSeq) {
            return new StepChanged(newSeq, ts, sandbox, step);
        }
    }

    /// A snapshot was taken or deleted; `snapshot` is its id, `value` what was taken, null if it was deleted.
    record SnapshotChanged(
            long seq,
            long ts,
            @Nullable String sandbox,
            ChangeKind change,
            String snapshot,
            @Nullable Snapshot value,
            @Nullable String detail)
            implements HostEvent {
        @Override
        public EventType type() {
            return EventType.SNAPSHOT;
        }

        @Override
        public SnapshotChanged withSeq(long newSeq) {
            return new SnapshotChanged(newSeq, ts, sandbox, change, snapshot, value, detail);
        }
    }

    /// The work in a sandbox was fetched into the host's own repository, or accepted into the user's, or the
    /// user's commits were put into the guest.
    ///
    /// `ref` is the branch or ref, `commit` where it points now, `files` the number of changed files; all are
    /// null if not known.
    record WorkSynced(
            long seq,
            long ts,
            @Nullable String sandbox,
            WorkStage work,
            @Nullable String ref,
            @Nullable String commit,
            @Nullable Integer files,
            @Nullable String detail)
            implements HostEvent {
        /// What was done with the work.
        public enum WorkStage {
            FETCHED,
            ACCEPTED,
            /// The project's commits were put into the guest.
            PUSHED
        }

        @Override
        public EventType type() {
            return EventType.WORK;
        }

        @Override
        public WorkSynced withSeq(long newSeq) {
            return new WorkSynced(newSeq, ts, sandbox, work, ref, commit, files, detail);
        }
    }

    /// A program in the machine, called `process`, began or stopped listening on a port.
    record PortChanged(
            long seq,
            long ts,
            @Nullable String sandbox,
            int port,
            boolean open,
            @Nullable String process,
            @Nullable String detail)
            implements HostEvent {
        @Override
        public EventType type() {
            return EventType.PORT;
        }

        @Override
        public PortChanged withSeq(long newSeq) {
            return new PortChanged(newSeq, ts, sandbox, port, open, process, detail);
        }
    }

    /// The browser addresses of a sandbox, or without `sandbox` those of all sandboxes, changed for a reason
    /// other than a port that was opened or closed. A client that shows them requests them again. `main` is
    /// the port that the user chose, null for none.
    record RoutesChanged(
            long seq,
            long ts,
            @Nullable String sandbox,
            @Nullable Integer main) implements HostEvent {
        @Override
        public EventType type() {
            return EventType.ROUTE;
        }

        @Override
        public RoutesChanged withSeq(long newSeq) {
            return new RoutesChanged(newSeq, ts, sandbox, main);
        }
    }

    /// The network policy of a sandbox, or without `sandbox` that of every sandbox in the scope, changed. A
    /// client that shows it requests it again.
    ///
    /// `part` says which part changed; `mode` is the new network mode of the sandbox if that changed; `scope`
    /// is the layer whose rules changed, null if something other than the rules of one layer changed.
    record PolicyChanged(
            long seq,
            long ts,
            @Nullable String sandbox,
            PolicyPart part,
            @Nullable RuleScope scope,
            @Nullable NetworkMode mode,
            @Nullable String detail)
            implements HostEvent {
        /// The parts of a policy.
        public enum PolicyPart {
            MODE,
            RULES,
            INSPECTION,
            SECRETS
        }

        @Override
        public EventType type() {
            return EventType.POLICY;
        }

        @Override
        public PolicyChanged withSeq(long newSeq) {
            return new PolicyChanged(newSeq, ts, sandbox, part, scope, mode, detail);
        }
    }

    /// The machine wrote a line to its serial console.
    record ConsoleLine(long seq, long ts, @Nullable String sandbox, String line) implements HostEvent {
        @Override
        public EventType type() {
            return EventType.CONSOLE;
        }

        @Override
        public ConsoleLine withSeq(long newSeq) {
            return new ConsoleLine(newSeq, ts, sandbox, line);
        }
    }

    /// A destroyed sandbox entered or left the trash; `item` is null if it left.
    record TrashChanged(
            long seq,
            long ts,
            String sandbox,
            ChangeKind change,
            @Nullable TrashItem item) implements HostEvent {
        @Override
        public EventType type() {
            return EventType.TRASH;
        }

        @Override
        public TrashChanged withSeq(long newSeq) {
            return new TrashChanged(newSeq, ts, sandbox, change, item);
        }
    }

    /// The guest image is being built or checked, or its state changed; the fields are those of
    /// `ImageStatus`, except its log and updates, which a client requests.
    record ImageChanged(
            long seq,
            long ts,
            String state,
            int percent,
            String step,
            @Nullable String key,
            @Nullable Problem problem) implements HostEvent {
        @Override
        public @Nullable String sandbox() {
            return null;
        }

        @Override
        public EventType type() {
            return EventType.IMAGE;
        }

        @Override
        public ImageChanged withSeq(long newSeq) {
            return new ImageChanged(newSeq, ts, state, percent, step, key, problem);
        }
    }

    /// A program that the host provides to machines, such as Zellij, is being built, or its state changed.
    record ToolChanged(long seq, long ts, ToolStatus tool) implements HostEvent {
        @Override
        public @Nullable String sandbox() {
            return null;
        }

        @Override
        public EventType type() {
            return EventType.TOOL;
        }

        @Override
        public ToolChanged withSeq(long newSeq) {
            return new ToolChanged(newSeq, ts, tool);
        }
    }

    /// A setting of a sandbox, or without `sandbox` a storage setting of the host, changed. A client that shows
    /// it requests it again.
    record StorageChanged(long seq, long ts, @Nullable String sandbox, StorageSetting setting) implements HostEvent {
        /// What was changed.
        public enum StorageSetting {
            AUTOMATIC_SNAPSHOTS,
            RETENTION,
            QUOTA,
            LIMITS,
            /// The sandbox's own settings: memory, CPUs, disk, times, limits.
            SANDBOX
        }

        @Override
        public EventType type() {
            return EventType.STORAGE;
        }

        @Override
        public StorageChanged withSeq(long newSeq) {
            return new StorageChanged(newSeq, ts, sandbox, setting);
        }
    }

    /// A program in the machine reached a limit since the last such event: `count` times, or as many programs
    /// were ended. `detail` says what happened, `hint` what to do. The figures are the guest's.
    record LimitReached(
            long seq,
            long ts,
            @Nullable String sandbox,
            ReachedLimit limit,
            long count,
            String detail,
            @Nullable String hint)
            implements HostEvent {
        /// The limits that a program can reach.
        public enum ReachedLimit {
            PROCESSES,
            MEMORY,
            DISK
        }

        @Override
        public EventType type() {
            return EventType.LIMIT;
        }

        @Override
        public LimitReached withSeq(long newSeq) {
            return new LimitReached(newSeq, ts, sandbox, limit, count, detail, hint);
        }
    }
}
