package dev.belljar.agent.template;

import dev.belljar.agent.environment.AcceptedEnvironments;
import dev.belljar.agent.image.ComposedImages;
import dev.belljar.agent.setup.SetupFiles;
import dev.belljar.agent.snapshot.ProjectTemplateStore;
import dev.belljar.agent.snapshot.ProjectTemplates;
import dev.belljar.agent.snapshot.StoredTemplate;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.MachineLimits;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the template that fits the present state of a project. A template that does not fit is never used.
///
/// `home` is the user's home folder, `image` the key of the guest image for new sandboxes.
public record FittingTemplates(
        ProjectTemplateStore store,
        AcceptedEnvironments accepted,
        Path home,
        Supplier<Optional<String>> image,
        TemplateSettings settings)
        implements ProjectTemplates {
    private static final Logger LOG = LoggerFactory.getLogger(FittingTemplates.class);

    /// The key of the project's present state on this image; empty if there is no environment or it cannot be
    /// read.
    Optional<TemplateKey> key(Path project, @Nullable String imageKey) {
        try {
            Optional<AcceptedEnvironment> environment = accepted.of(project);
            return environment.isEmpty() || imageKey == null
                    ? Optional.empty()
                    : Optional.of(TemplateKey.of(
                            new SetupFiles(project, home), environment.get().environment(), imageKey));
        } catch (BelljarException e) {
            LOG.info("{}: no template fits: {}", project, e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public @Nullable String root(Path project) throws BelljarException {
        EnvironmentImage chosen =
                accepted.of(project).map(each -> each.environment().image()).orElse(null);
        return chosen == null ? null : chosen.digest();
    }

    /// The key of the image for new machines of this project; empty if it is not ready or not known.
    Optional<String> imageKey(Path project) {
        try {
            String root = root(project);
            return image.get().map(key -> root == null ? key : ComposedImages.key(key, root));
        } catch (BelljarException e) {
            LOG.info("{}: no template fits: {}", project, e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<StoredTemplate> found(Path project, @Nullable String imageKey, MachineLimits limits) {
        if (!settings.on() || store.list().isEmpty()) {
            return Optional.empty();
        }
        return key(project, imageKey)
                .flatMap(key -> store.withKey(key.value()))
                .filter(each -> each.project().equals(project.toString()))
                // A disk can grow when a machine starts, but not shrink.
                .filter(each -> each.limits().diskMiB() <= limits.diskMiB());
    }

    @Override
    public boolean expected(Path project, MachineLimits limits) {
        return found(project, imageKey(project).orElse(null), limits).isPresent();
    }

    @Override
    public Optional<FittingTemplate> fitting(Path project, @Nullable String imageKey, MachineLimits limits) {
        Optional<FittingTemplate> fitting = found(project, imageKey, limits)
                .flatMap(each -> store.state(each).map(state -> new FittingTemplate(each.id(), state)));
        fitting.ifPresent(each -> store.use(each.id()));
        return fitting;
    }

    @Override
    public boolean fits(String id, Path project, @Nullable String imageKey) {
        Optional<StoredTemplate> template = store.find(id);
        return template.isPresent()
                && key(project, imageKey)
                        .filter(key -> key.value().equals(template.get().key()))
                        .isPresent();
    }

    @Override
    public Map<String, String> identity(String id) {
        return store.identity(id);
    }

    @Override
    public boolean preparing(String sandbox) {
        return store.preparing(sandbox);
    }
}
