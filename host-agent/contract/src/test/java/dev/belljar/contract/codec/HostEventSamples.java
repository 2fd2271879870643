package dev.belljar.contract.codec;

import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.CodingAgentsChanged;
import dev.belljar.contract.event.CommitMade;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SetupChanged;
import dev.belljar.contract.event.SyncChanged;
import dev.belljar.contract.event.TemplateChanged;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.host.ToolStatus;
import dev.belljar.contract.view.storage.TrashItem;
import java.util.List;

/// One event of each kind that the host agent records about itself.
final class HostEventSamples {
    private static final String SANDBOX = "sb-1a2b3c";

    private HostEventSamples() {}

    static List<Event> all() {
        return List.of(
                new ApprovalEvent(
                        8,
                        1706000000007L,
                        "answered",
                        "a1b2c3",
                        "tcp",
                        "example.com",
                        "93.184.216.34",
                        443,
                        null,
                        Verdict.ALLOWED,
                        RuleScope.SANDBOX,
                        "allow example.com:443",
                        SANDBOX,
                        null,
                        ApprovalOutcome.ALLOWED,
                        ApprovalEvent.DecidedBy.USER),
                new HostEvent.StateChanged(
                        10,
                        1706000000009L,
                        SANDBOX,
                        "shop",
                        SandboxState.STOPPING,
                        SandboxState.STOPPED,
                        StorageTier.HOT,
                        null,
                        "hibernated in 2.1 s"),
                new HostEvent.StepChanged(
                        11,
                        1706000000010L,
                        SANDBOX,
                        new Requirement(
                                "project",
                                "Copy the project to /workspace",
                                Requirement.State.WAITING,
                                1200,
                                40,
                                "12.3 MB",
                                null)),
                new HostEvent.SnapshotChanged(
                        12,
                        1706000000011L,
                        SANDBOX,
                        HostEvent.ChangeKind.ADDED,
                        "sn-1",
                        snapshot(),
                        "before, paused 98 ms"),
                new HostEvent.WorkSynced(
                        13,
                        1706000000012L,
                        SANDBOX,
                        HostEvent.WorkSynced.WorkStage.ACCEPTED,
                        "belljar/shop",
                        "0123456789012345678901234567890123456789",
                        3,
                        "3 files to belljar/shop"),
                new SyncChanged(
                        22,
                        1706000000021L,
                        SANDBOX,
                        new SyncStatus(
                                SANDBOX,
                                new SyncSettings(SyncMode.AUTO_COMMIT, 30, true, false),
                                SyncState.WAITING,
                                2,
                                1,
                                1,
                                false,
                                1706000000020L,
                                null)),
                new CommitMade(
                        23,
                        1706000000022L,
                        SANDBOX,
                        "0123456789012345678901234567890123456789",
                        "main",
                        "Fix the parser",
                        "Ada"),
                new HostEvent.PortChanged(
                        14, 1706000000013L, SANDBOX, 5173, true, "node", "node is listening on port 5173"),
                new HostEvent.RoutesChanged(15, 1706000000014L, SANDBOX, 5173),
                new HostEvent.PolicyChanged(
                        16,
                        1706000000015L,
                        SANDBOX,
                        HostEvent.PolicyChanged.PolicyPart.MODE,
                        null,
                        NetworkMode.ASK,
                        "now asks"),
                new HostEvent.ConsoleLine(17, 1706000000016L, SANDBOX, "systemd[1]: Reached target"),
                new HostEvent.TrashChanged(18, 1706000000017L, SANDBOX, HostEvent.ChangeKind.ADDED, trashed()),
                new HostEvent.ImageChanged(
                        19,
                        1706000000018L,
                        "failed",
                        40,
                        "install packages",
                        null,
                        new Problem(
                                "belljar:image.build-failed",
                                "The image could not be built",
                                500,
                                "no space left on device",
                                "image.build-failed",
                                null)),
                new HostEvent.StorageChanged(
                        20, 1706000000019L, null, HostEvent.StorageChanged.StorageSetting.RETENTION),
                new HostEvent.LimitReached(
                        24,
                        1706000000023L,
                        SANDBOX,
                        HostEvent.LimitReached.ReachedLimit.PROCESSES,
                        12,
                        "programs could not start a process 12 times",
                        "Raise the limit."),
                new HostEvent.ToolChanged(
                        21,
                        1706000000020L,
                        new ToolStatus(
                                "zellij",
                                "building",
                                40,
                                "Compiling",
                                "0.45.1",
                                null,
                                "being built from its crate",
                                null)),
                new SetupChanged(
                        22,
                        1706000000021L,
                        SANDBOX,
                        new SetupStatus(
                                "0123abcd",
                                SetupState.FAILED,
                                1706000000001L,
                                1706000000021L,
                                3,
                                4,
                                "Run make deps",
                                2,
                                "\"Run make deps\" failed with exit code 2")),
                new CodingAgentsChanged(
                        26,
                        1706000000025L,
                        SANDBOX,
                        List.of(new CodingAgentStatus(
                                "claude",
                                "Claude Code",
                                CodingAgentState.ASKING,
                                CodingAgentStatus.StateEvidence.REPORTED,
                                1706000000020L,
                                1706000000001L,
                                null,
                                null,
                                false,
                                new CodingAgentStatus.RunningProgram("npm test", 1706000000010L),
                                "Add coupon codes",
                                "Bash: npm publish",
                                new CodingAgentStatus.TokenUse(1200, 340, 56000, 420000L, false)))),
                new TemplateChanged(
                        25,
                        1706000000024L,
                        HostEvent.ChangeKind.ADDED,
                        new ProjectTemplate(
                                "0a1b2c3d",
                                "/home/ann/shop",
                                TemplateState.READY,
                                1706000000024L,
                                null,
                                4096,
                                8192,
                                List.of("package-lock.json"),
                                List.of("profile node", "apt hello"),
                                List.of(new FetchedName("registry.npmjs.org", 2, 100, 2000)),
                                null)));
    }

    private static Snapshot snapshot() {
        return new Snapshot(
                "sn-1",
                SANDBOX,
                "shop",
                null,
                "before",
                null,
                1706000000011L,
                9,
                "main",
                "0123",
                "4567",
                4,
                98,
                4096,
                SnapshotReason.QUIET);
    }

    private static TrashItem trashed() {
        return new TrashItem(
                SANDBOX,
                "shop",
                "/home/ada/shop",
                1706000000017L,
                null,
                1 << 20,
                "refs/belljar/shop",
                true,
                true,
                "disk and snapshots");
    }
}
