package dev.belljar.agent.snapshot;

import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.MachineLimits;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The templates of projects: machines in which the accepted environment was set up once, from which new
/// sandboxes of the project start.
public interface ProjectTemplates {
    /// No project has a template.
    ProjectTemplates NONE = new ProjectTemplates() {
        @Override
        public boolean expected(Path project, MachineLimits limits) {
            return false;
        }

        @Override
        public Optional<FittingTemplate> fitting(Path project, @Nullable String image, MachineLimits limits) {
            return Optional.empty();
        }

        @Override
        public boolean fits(String id, Path project, @Nullable String image) {
            return false;
        }

        @Override
        public Map<String, String> identity(String id) {
            return Map.of();
        }

        @Override
        public boolean preparing(String sandbox) {
            return false;
        }

        @Override
        public @Nullable String root(Path project) {
            return null;
        }
    };

    /// True if a new sandbox of this project with these limits would start from a template now.
    boolean expected(Path project, MachineLimits limits);

    /// The template from which a new machine with these limits of this project starts on the guest image with
    /// this key; empty if none fits. Its files are verified.
    Optional<FittingTemplate> fitting(Path project, @Nullable String image, MachineLimits limits);

    /// True if this template still fits the project and the image.
    boolean fits(String id, Path project, @Nullable String image);

    /// The identity of this template's machine; empty if it is no longer known.
    Map<String, String> identity(String id);

    /// True for the name of a sandbox in which a template is being prepared: nobody else may use it.
    boolean preparing(String sandbox);

    /// The digest of the imported image from which new machines of this project start; null for the guest image.
    ///
    /// @throws BelljarException when the accepted environment cannot be read
    @Nullable
    String root(Path project) throws BelljarException;

    /// A template and its saved machine.
    record FittingTemplate(String id, SavedState state) {}
}
