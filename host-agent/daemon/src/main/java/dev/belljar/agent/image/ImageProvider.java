package dev.belljar.agent.image;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.ImageStatus;
import dev.belljar.contract.view.ImagesPruned;
import java.util.Optional;

/// Where machines get the image they boot from.
public interface ImageProvider {
    /// How the image stands.
    ImageStatus status();

    /// Begins to build it unless it is there or being built.
    ImageStatus build();

    /// Begins to build it anew with the packages of today. Sandboxes that are there keep the image they were
    /// made on.
    ImageStatus refresh();

    /// Asks Debian's security archive now whether it is newer.
    ///
    /// @throws BelljarException when it does not answer
    ImageStatus check() throws BelljarException, InterruptedException;

    /// The image, built first if it is missing; waits for that, telling `progress`.
    ///
    /// @throws BelljarException when it cannot be built
    BootImage await(Progress progress) throws BelljarException, InterruptedException;

    /// The image if it is ready now.
    Optional<BootImage> ready();

    /// The key of the image that `ready` gives: equal keys are made of the same inputs.
    Optional<String> key();

    /// The image with this key, if it is still kept, newest or not.
    Optional<BootImage> withKey(String key);

    /// Takes away every image that no sandbox was made on, except the one new sandboxes get.
    ///
    /// @throws BelljarException when it is not known which are used, or one cannot be removed
    ImagesPruned prune() throws BelljarException, InterruptedException;

    /// Told how far a build has come.
    interface Progress {
        /// Percent done and what is being done.
        void at(int percent, String step);
    }
}
