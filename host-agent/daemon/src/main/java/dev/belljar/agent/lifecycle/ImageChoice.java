package dev.belljar.agent.lifecycle;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.image.ComposedImages;
import dev.belljar.agent.image.ImageProvider;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.StartRequirements.Need;
import dev.belljar.agent.snapshot.ProjectTemplates;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.problem.BelljarException;
import java.util.Optional;

/// Chooses the guest image on which the machine of one sandbox starts.
record ImageChoice(SandboxRuntime sandbox, ImageProvider images, ProjectTemplates projects) {
    /// Prepares the image: the newest one, or the one on which the machine was created.
    BootImage image() throws BelljarException, InterruptedException {
        sandbox.requirements().begin(Need.IMAGE, null);
        SandboxRecord r = sandbox.record();
        String own = r.machine().imageKey();
        BootImage image = own == null || !r.delivered() ? newest() : own(own);
        sandbox.requirements().met(Need.IMAGE, null);
        return image;
    }

    private BootImage newest() throws BelljarException, InterruptedException {
        BootImage image = images.await((percent, step) -> sandbox.requirements().progress(Need.IMAGE, percent, step));
        String root = projects.root(sandbox.project());
        String key = images.key().orElse(null);
        if (key == null || root == null) {
            images.key().ifPresent(guest -> sandbox.change(r -> r.withImage(guest)));
            return image;
        }
        String composed = ComposedImages.key(key, root);
        sandbox.change(r -> r.withImage(composed));
        return images.withKey(composed)
                .orElseThrow(() -> new SandboxException(
                        SandboxException.IMAGE_GONE,
                        "the image %s that the environment of the project names is not imported any more"
                                .formatted(root),
                        "Import it again with `belljar image import`, or accept another environment."));
    }

    /// The image on which this machine's disk was created. The disk is a layer over it: on another image its
    /// packages and libraries would be a mix of both, so a start without that image is refused and the disk
    /// kept.
    private BootImage own(String key) throws BelljarException, InterruptedException {
        Optional<BootImage> kept = images.withKey(key);
        if (kept.isPresent()) {
            return kept.get();
        }
        BootImage image = images.await((percent, step) -> sandbox.requirements().progress(Need.IMAGE, percent, step));
        if (images.key().filter(key::equals).isPresent()) {
            return image;
        }
        Optional<BootImage> built = images.withKey(key);
        if (built.isPresent()) {
            return built.get();
        }
        throw new SandboxException(
                SandboxException.IMAGE_GONE,
                "the guest image %s that %s was created with no longer exists, and the current one is different"
                        .formatted(key, sandbox.name()),
                "Destroy the sandbox and create it again. Work that was saved when the sandbox stopped is in Belljar's "
                        + "repository; a disk with unsaved work stays in the trash.");
    }
}
