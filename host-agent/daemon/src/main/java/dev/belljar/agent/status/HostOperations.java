package dev.belljar.agent.status;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;

/// The API's operations on this host: its state, the guest image and the index.
public interface HostOperations {
    /// The state of this host: figures, acceleration, guest image, checks.
    HostStatus host() throws BelljarException, InterruptedException;

    /// Records that the user accepts sandboxes under emulation on this host.
    HostStatus acceptEmulation() throws BelljarException, InterruptedException;

    /// Begins to build the guest image if it is missing; returns at once.
    ImageStatus buildImage() throws BelljarException;

    /// Begins to rebuild the guest image with current packages.
    ImageStatus refreshImage();

    /// Stops a build of the guest image that is under way.
    ImageStatus cancelImage() throws InterruptedException;

    /// Asks Debian's security archive now whether it is newer than the guest image.
    ImageStatus checkImage() throws BelljarException, InterruptedException;

    /// Deletes the guest images that no sandbox uses, except the one for new sandboxes.
    ImagesPruned pruneImages() throws BelljarException, InterruptedException;

    /// Deletes the index and the catalog's SQLite database and rebuilds both from the journals and records.
    void rebuildIndex() throws BelljarException, InterruptedException;
}
