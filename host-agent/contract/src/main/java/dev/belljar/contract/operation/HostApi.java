package dev.belljar.contract.operation;

import dev.belljar.contract.request.environment.ImportImage;
import dev.belljar.contract.request.environment.RemoveImage;
import dev.belljar.contract.request.sandbox.ReadGauges;
import dev.belljar.contract.view.host.AgentHealth;
import dev.belljar.contract.view.host.DamagedSandbox;
import dev.belljar.contract.view.host.HostGauges;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageImport;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import dev.belljar.contract.view.host.ImportedImages;
import java.util.List;

/// The operations on the host agent, its host, the guest image and imported images.
public final class HostApi {
    /// That the host agent runs. Without a token only `ok` is given.
    public static final Operation<Empty, AgentHealth> HEALTH =
            Operation.get("health", "/health").answers(AgentHealth.class);

    public static final Operation<Empty, HostStatus> STATUS = Operation.get("host", "/host")
            .about(
                    "Returns the host's resources, acceleration, guest image and doctor checks.",
                    "The status of the host.")
            .answers(HostStatus.class);

    public static final Operation<Empty, List<DamagedSandbox>> DAMAGED = Operation.get(
                    "damagedSandboxes", "/host/damaged-sandboxes")
            .about("Lists the sandboxes whose records cannot be read.", "The damaged sandboxes.")
            .answersList(DamagedSandbox.class);

    public static final Operation<ReadGauges, HostGauges> GAUGES = Operation.get("gauges", "/gauges")
            .about(
                    "Returns the current CPU, memory and disk use of the host and of all sandboxes, "
                            + "and of the processes of one sandbox.",
                    "The figures.")
            .query(ReadGauges.class)
            .answers(HostGauges.class);

    public static final Operation<Empty, HostStatus> ACCEPT_EMULATION = Operation.post(
                    "acceptEmulation", "/host/emulation")
            .about("Allows sandboxes to run under emulation on this host from now on.", "The status of the host.")
            .answers(HostStatus.class);

    public static final Operation<Empty, ImageStatus> BUILD_IMAGE = Operation.post("buildImage", "/image")
            .about("Starts building the guest image if it is missing.", "The status of the guest image and its build.")
            .answers(202, ImageStatus.class);

    public static final Operation<Empty, ImageStatus> REFRESH_IMAGE = Operation.post("refreshImage", "/image/refresh")
            .about(
                    "Starts rebuilding the guest image with current packages; existing sandboxes keep "
                            + "their image.",
                    "The status of the guest image and its build.")
            .answers(202, ImageStatus.class);

    public static final Operation<Empty, ImageStatus> CANCEL_IMAGE = Operation.post("cancelImage", "/image/cancel")
            .about(
                    "Cancels a running build of the guest image and removes its files.",
                    "The status of the guest image after the build was cancelled.")
            .answers(ImageStatus.class);

    public static final Operation<Empty, ImageStatus> CHECK_IMAGE = Operation.post("checkImage", "/image/check")
            .about(
                    "Checks Debian's security archive for updates to the packages in the guest image.",
                    "The status of the guest image, with the available updates.")
            .answers(ImageStatus.class);

    public static final Operation<Empty, ImagesPruned> PRUNE_IMAGES = Operation.post("pruneImages", "/image/prune")
            .about(
                    "Deletes the guest images that no sandbox uses, except the one for new sandboxes.",
                    "The deleted guest images.")
            .answers(ImagesPruned.class);

    public static final Operation<Empty, Empty> REBUILD_INDEX = Operation.post("rebuildIndex", "/index/rebuild")
            .about("Deletes the index and rebuilds it from the journals.", "The index was rebuilt.")
            .answersNothing(204);

    public static final Operation<Empty, Empty> SHUTDOWN = Operation.post("shutdown", "/shutdown")
            .about("Stops the host agent; sandboxes keep running.", "The host agent is stopping.")
            .answersNothing(202);

    public static final Operation<Empty, ImportedImages> IMPORTED_IMAGES = Operation.get("importedImages", "/images")
            .about(
                    "Returns the imported images and the state of the last import.",
                    "The images, the newest first, and the import.")
            .answers(ImportedImages.class);

    public static final Operation<ImportImage, ImageImport> IMPORT_IMAGE = Operation.post(
                    "importImage", "/images/import")
            .about(
                    "Starts importing a container image from an OCI layout or from an archive that Podman or Docker"
                            + " saved, and returns at once. There is one import at a time.",
                    "The state of the import.")
            .body(ImportImage.class)
            .answers(ImageImport.class);

    public static final Operation<Empty, ImageImport> CANCEL_IMPORT = Operation.post(
                    "cancelImageImport", "/images/import/cancel")
            .about("Cancels a running import and removes its files.", "The state of the import after it was cancelled.")
            .answers(ImageImport.class);

    public static final Operation<RemoveImage, ImportedImages> REMOVE_IMAGE = Operation.post(
                    "removeImage", "/images/remove")
            .about(
                    "Removes an imported image. An image that a sandbox, a snapshot or a template uses is not removed.",
                    "The images that remain.")
            .body(RemoveImage.class)
            .answers(ImportedImages.class);

    private HostApi() {}
}
