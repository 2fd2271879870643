package dev.belljar.app.state;

import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.CodingAgentsChanged;
import dev.belljar.contract.event.CommitMade;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SetupChanged;
import dev.belljar.contract.event.SyncChanged;
import dev.belljar.contract.event.TemplateChanged;
import java.util.EnumSet;
import java.util.Set;

/// The lists of the host agent that the window's frame shows. Each is requested at the start, and again after an
/// event that changes it.
enum HostList {
    STATUS,
    SANDBOXES,
    SYNCS,
    SNAPSHOTS,
    TRASH;

    /// Returns the lists that an event changes.
    static Set<HostList> changedBy(Event event) {
        if (!(event instanceof HostEvent own)) {
            return EnumSet.allOf(HostList.class); // a gap, or something that this window does not know
        }
        return switch (own) {
            case HostEvent.StateChanged _ -> EnumSet.of(STATUS, SANDBOXES, SYNCS);
            case SyncChanged _ -> EnumSet.of(SYNCS);
            // A sandbox's guarantees depend on its policy.
            case HostEvent.StepChanged _, HostEvent.PolicyChanged _, SetupChanged _, CodingAgentsChanged _ ->
                EnumSet.of(SANDBOXES);
            case HostEvent.SnapshotChanged _ -> EnumSet.of(SNAPSHOTS);
            case HostEvent.TrashChanged _ -> EnumSet.of(SANDBOXES, TRASH);
            case HostEvent.ImageChanged _, HostEvent.ToolChanged _ -> EnumSet.of(STATUS);
            case HostEvent.StorageChanged _ -> EnumSet.of(STATUS, SANDBOXES, TRASH);
            case HostEvent.WorkSynced _,
                    HostEvent.PortChanged _,
                    HostEvent.RoutesChanged _,
                    HostEvent.ConsoleLine _,
                    HostEvent.LimitReached _,
                    CommitMade _,
                    TemplateChanged _,
                    ApprovalEvent _ -> EnumSet.noneOf(HostList.class);
        };
    }
}
