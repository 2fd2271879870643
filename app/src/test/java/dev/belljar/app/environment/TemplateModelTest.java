package dev.belljar.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.TemplateState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TemplateModelTest {
    private static final ProjectTemplate READY = template("4f1c", TemplateState.READY, null);
    private static final ProjectTemplate FAILED = template(
            "77aa", TemplateState.FAILED, "the template could not be made: \"Run make\" failed with exit code 2");
    private static final ProjectTemplate PREPARING =
            template("88bb", TemplateState.PREPARING, "setting up, step 1 of 3");

    private static ProjectTemplate template(String id, TemplateState state, @Nullable String detail) {
        return new ProjectTemplate(
                id,
                "/p",
                state,
                10,
                null,
                1_000_000,
                2_000_000,
                List.of("go.sum"),
                List.of("apt jq"),
                List.of(),
                detail);
    }

    private static List<String> lines(ProjectTemplate... all) {
        return new TemplateModel(List.of(all)).lines(millis -> "at " + millis);
    }

    @Test
    void withoutATemplateOneCanBeMade() {
        TemplateModel model = new TemplateModel(List.of());
        assertThat(model.lines(millis -> "")).first().asString().startsWith("No template yet.");
        assertThat(model.makeWords()).isEqualTo("Make template");
        assertThat(model.removable()).isEmpty();
        assertThat(model.hasOutput()).isFalse();
    }

    @Test
    void aTemplateSaysWhatItContains() {
        assertThat(lines(READY))
                .containsExactly(
                        "Created · at 10. New sandboxes start from it and need no setup.",
                        "disk 1.0 MB, memory 2.0 MB",
                        "Lock files: go.sum",
                        "Installed: apt jq");
        assertThat(new TemplateModel(List.of(READY)).removable()).contains("4f1c");
    }

    @Test
    void anAttemptThatFailedDoesNotHideTheTemplate() {
        TemplateModel model = new TemplateModel(List.of(FAILED, READY));
        assertThat(lines(FAILED, READY))
                .startsWith(
                        "Failed: the template could not be made: \"Run make\" failed with exit code 2",
                        "Created · at 10. New sandboxes start from it and need no setup.");
        assertThat(model.removable()).contains("4f1c");
        assertThat(new TemplateModel(List.of(FAILED)).removable()).isEmpty();
        assertThat(model.hasOutput()).isTrue();
    }

    @Test
    void aTemplateThatIsMadeHasNoOutputYet() {
        TemplateModel model = new TemplateModel(List.of(PREPARING));
        assertThat(lines(PREPARING)).containsExactly("In progress: setting up, step 1 of 3");
        assertThat(model.preparing()).isTrue();
        assertThat(model.hasOutput()).isFalse();
        assertThat(model.removable()).isEmpty();
    }
}
