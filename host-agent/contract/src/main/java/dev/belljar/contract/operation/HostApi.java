package dev.belljar.contract.operation;

import dev.belljar.contract.request.ReadGauges;
import dev.belljar.contract.view.AgentHealth;
import dev.belljar.contract.view.HostGauges;
import dev.belljar.contract.view.HostStatus;
import dev.belljar.contract.view.ImageStatus;
import dev.belljar.contract.view.ImagesPruned;

/// The operations on the host agent, its host, and the guest image.
public final class HostApi {
    /// That the host agent runs. Without a token only `ok` is given.
    public static final Operation<Empty, AgentHealth> HEALTH =
            Operation.get("health", "/health").answers(AgentHealth.class);

    /// The figures of the host, the acceleration, the guest image, and the checks of the doctor.
    public static final Operation<Empty, HostStatus> STATUS =
            Operation.get("host", "/host").answers(HostStatus.class);

    /// The present figures of the host, the sandboxes, and the processes of one sandbox.
    public static final Operation<ReadGauges, HostGauges> GAUGES =
            Operation.get("gauges", "/gauges").query(ReadGauges.class).answers(HostGauges.class);

    /// Records that the user accepts sandboxes under emulation on this host.
    public static final Operation<Empty, HostStatus> ACCEPT_EMULATION =
            Operation.post("acceptEmulation", "/host/emulation").answers(HostStatus.class);

    /// Begins to build the guest image if it is missing.
    public static final Operation<Empty, ImageStatus> BUILD_IMAGE =
            Operation.post("buildImage", "/image").answers(202, ImageStatus.class);

    /// Begins to rebuild the guest image with current packages; existing sandboxes keep theirs.
    public static final Operation<Empty, ImageStatus> REFRESH_IMAGE =
            Operation.post("refreshImage", "/image/refresh").answers(202, ImageStatus.class);

    /// Stops the running build of the guest image, and waits until its files are removed.
    public static final Operation<Empty, ImageStatus> CANCEL_IMAGE =
            Operation.post("cancelImage", "/image/cancel").answers(ImageStatus.class);

    /// Asks Debian's security archive now whether it is newer than the guest image.
    public static final Operation<Empty, ImageStatus> CHECK_IMAGE =
            Operation.post("checkImage", "/image/check").answers(ImageStatus.class);

    /// Deletes the guest images that no sandbox uses, except the current one.
    public static final Operation<Empty, ImagesPruned> PRUNE_IMAGES =
            Operation.post("pruneImages", "/image/prune").answers(ImagesPruned.class);

    /// Rebuilds the index from the journals.
    public static final Operation<Empty, Empty> REBUILD_INDEX =
            Operation.post("rebuildIndex", "/index/rebuild").answersNothing(204);

    /// Ends the host agent; machines continue to run.
    public static final Operation<Empty, Empty> SHUTDOWN =
            Operation.post("shutdown", "/shutdown").answersNothing(202);

    private HostApi() {}
}
