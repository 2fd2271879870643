package dev.belljar.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.ScreenView;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests that each screen has the same files: an `XView` (or `XDialog`) with nodes and layout, an `XModel` that
/// decides what is shown, which the view uses, and an `XModelTest`.
class ScreenCastTest {
    /// Screens without a model, with the reason. This list may only shrink.
    private static final Map<String, String> WITHOUT_MODEL = Map.of(
            "snapshots.SnapshotDialog", "two text fields, both optional, and nothing that depends on them",
            "processes.EndProcessDialog", "a question with two answers",
            "terminal.ClipboardPrompt", "a question with two answers",
            "terminal.LinkPrompt", "a question with two answers",
            "ui.ConfirmDialog", "a question with two answers, for all screens");

    private static final int MOST_WITHOUT_MODEL = 5;
    private static final int LEAST_SCREENS = 20;

    private static final JavaClasses WINDOW = new ClassFileImporter().importPackages("dev.belljar.app");

    @Test
    void eachScreenHasAModelAndATest() {
        assertThat(screens(WINDOW)).hasSizeGreaterThanOrEqualTo(LEAST_SCREENS);
        assertThat(incomplete("dev.belljar.app", WINDOW)).containsExactlyInAnyOrderElementsOf(WITHOUT_MODEL.keySet());
    }

    @Test
    void exceptionsAreNotAdded() {
        assertThat(WITHOUT_MODEL).hasSizeLessThanOrEqualTo(MOST_WITHOUT_MODEL);
    }

    @Test
    void aScreenWithoutModelWithoutTestOrWithAnUnusedModelIsFound() {
        JavaClasses offenders = new ClassFileImporter().importPackages("offenders.app.cast");
        assertThat(incomplete("offenders.app", offenders))
                .containsExactlyInAnyOrder("cast.BareView", "cast.UntestedView", "cast.AloofView");
    }

    private static List<JavaClass> screens(JavaClasses classes) {
        return classes.stream()
                .filter(type -> type.isAssignableTo(ScreenView.class) || type.isAssignableTo(DialogFrame.class))
                .filter(type -> !type.isInterface() && !type.isAnonymousClass())
                .filter(type -> !type.isEquivalentTo(DialogFrame.class))
                .filter(type -> !type.getPackageName().endsWith(".pictures"))
                .toList();
    }

    /// The screens of which a file is missing, such as `log.LogView`.
    private static List<String> incomplete(String root, JavaClasses classes) {
        Map<String, JavaClass> byName =
                classes.stream().collect(Collectors.toMap(JavaClass::getName, type -> type, (one, other) -> one));
        return screens(classes).stream()
                .filter(screen -> !complete(screen, byName))
                .map(screen -> screen.getName().substring(root.length() + 1))
                .toList();
    }

    private static boolean complete(JavaClass screen, Map<String, JavaClass> all) {
        String model = screen.getName().replaceFirst("(View|Dialog)$", "") + "Model";
        return all.containsKey(model)
                && all.containsKey(model + "Test")
                && screen.getDirectDependenciesFromSelf().stream()
                        .anyMatch(used -> used.getTargetClass().getName().equals(model));
    }
}
