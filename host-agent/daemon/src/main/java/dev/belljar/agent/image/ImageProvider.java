package dev.belljar.agent.image;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ImagesPruned;
import java.util.Optional;

/// Provides the image that machines boot from.
public interface ImageProvider {
    /// The state of the image.
    ImageStatus status();

    /// Starts to build the image, unless it exists or is being built.
    ImageStatus build();

    /// Starts to build the image again with today's packages. Existing sandboxes keep the image they were
    /// created with.
    ImageStatus refresh();

    /// Stops a build that is under way and removes what it left, which may take some seconds. Whoever waits for the
    /// image is told that it was cancelled.
    ImageStatus cancel() throws InterruptedException;

    /// Asks Debian's security archive now whether it has newer packages.
    ///
    /// @throws BelljarException when the archive does not answer
    ImageStatus check() throws BelljarException, InterruptedException;

    /// The image, built first if it is missing; waits for the build and reports it to `progress`.
    ///
    /// @throws BelljarException when it cannot be built
    BootImage await(Progress progress) throws BelljarException, InterruptedException;

    /// The image, if it is ready now.
    Optional<BootImage> ready();

    /// The key of the image that `ready` returns: images with equal keys were made from the same inputs.
    Optional<String> key();

    /// The image with this key, whether it is the newest or not, if it still exists.
    Optional<BootImage> withKey(String key);

    /// Deletes every image that no sandbox was created with, except the image for new sandboxes.
    ///
    /// @throws BelljarException when it is not known which images are used, or one cannot be deleted
    ImagesPruned prune() throws BelljarException, InterruptedException;

    /// Told how far a build has come.
    interface Progress {
        /// Takes the percentage that is done and the step under way.
        void at(int percent, String step);
    }
}
