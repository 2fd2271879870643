package dev.belljar.agent.api;

import dev.belljar.agent.access.GuestOperations;
import dev.belljar.agent.access.RouteOperations;
import dev.belljar.agent.access.SessionOperations;
import dev.belljar.agent.access.SshOperations;
import dev.belljar.agent.branch.BranchOperations;
import dev.belljar.agent.branch.ComparisonOperations;
import dev.belljar.agent.branch.SnapshotOperations;
import dev.belljar.agent.egress.SandboxPolicyOperations;
import dev.belljar.agent.lifecycle.SandboxOperations;
import dev.belljar.agent.retention.RetentionOperations;
import dev.belljar.agent.retention.StorageOperations;
import dev.belljar.agent.retention.TrashOperations;
import dev.belljar.agent.status.HostOperations;
import dev.belljar.agent.status.QueryOperations;

/// The services whose operations the API offers.
public record ApiServices(
        SandboxOperations sandboxes,
        QueryOperations queries,
        HostOperations host,
        SnapshotServices snapshots,
        SandboxPolicyOperations policies,
        StorageServices storage,
        AccessServices access) {
    /// Snapshots, branches, and comparisons of workspaces.
    public record SnapshotServices(
            SnapshotOperations taken, BranchOperations branches, ComparisonOperations comparisons) {}

    /// Disk usage, storage tiers, retention and the trash.
    public record StorageServices(StorageOperations usage, RetentionOperations retention, TrashOperations trash) {}

    /// Commands in guests, addresses, terminal sessions and SSH keys.
    public record AccessServices(
            GuestOperations guests, RouteOperations routes, SessionOperations sessions, SshOperations ssh) {}
}
