package dev.belljar.agent.api;

import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.access.RouteService;
import dev.belljar.agent.access.SessionService;
import dev.belljar.agent.access.SshService;
import dev.belljar.agent.autosnapshot.AutomaticSnapshotService;
import dev.belljar.agent.autosync.SyncService;
import dev.belljar.agent.branch.BranchService;
import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.branch.WorkspaceComparer;
import dev.belljar.agent.codingagent.CodingAgentService;
import dev.belljar.agent.egress.SandboxAuthorityService;
import dev.belljar.agent.egress.SandboxMirrorService;
import dev.belljar.agent.egress.SandboxPolicyService;
import dev.belljar.agent.environment.EnvironmentService;
import dev.belljar.agent.jail.JailService;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.login.LoginService;
import dev.belljar.agent.retention.OneShotSandboxes;
import dev.belljar.agent.retention.RetentionService;
import dev.belljar.agent.retention.StorageService;
import dev.belljar.agent.retention.TrashService;
import dev.belljar.agent.settings.SettingsService;
import dev.belljar.agent.setup.SetupService;
import dev.belljar.agent.status.FileService;
import dev.belljar.agent.status.HostService;
import dev.belljar.agent.status.SandboxQueries;
import dev.belljar.agent.status.TimelineService;
import dev.belljar.agent.template.ProjectTemplateService;

/// The services whose operations the API offers.
public record ApiServices(
        SandboxService sandboxes,
        SandboxQueries queries,
        SyncService syncs,
        HostService host,
        SnapshotServices snapshots,
        SandboxPolicyService policies,
        StorageServices storage,
        AccessServices access,
        ConfigurationServices configuration,
        JailService jails) {
    /// The settings of sandboxes, what projects need in theirs, the templates that contain it, and the host's
    /// authorities that guests trust and mirrors that they use.
    public record ConfigurationServices(
            SettingsService settings,
            EnvironmentService environments,
            ProjectTemplateService templates,
            SandboxAuthorityService authorities,
            SandboxMirrorService mirrors) {}

    /// Snapshots, branches, comparisons of workspaces, and the history from which snapshots are chosen.
    public record SnapshotServices(
            SnapshotService taken,
            AutomaticSnapshotService automatic,
            BranchService branches,
            WorkspaceComparer comparisons,
            TimelineService timelines) {}

    /// Disk usage, storage tiers, retention, the trash, and sandboxes for one command.
    public record StorageServices(
            StorageService usage, RetentionService retention, TrashService trash, OneShotSandboxes oneShots) {}

    /// Commands in guests, addresses, terminal sessions, SSH keys, files that are copied out or in, the setup
    /// of environments, and coding agents.
    public record AccessServices(
            GuestService guests,
            RouteService routes,
            SessionService sessions,
            SshService ssh,
            FileService files,
            SetupService setups,
            AgentServices agents) {}

    /// Coding agents, and the logins for their credentials.
    public record AgentServices(CodingAgentService codingAgents, LoginService logins) {}
}
