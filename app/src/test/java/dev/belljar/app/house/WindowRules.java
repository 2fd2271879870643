package dev.belljar.app.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import dev.belljar.contract.operation.Operation;
import dev.belljar.testing.rules.CommonRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.application.Platform;

/// The architecture rules of the window's packages, each with its reason.
final class WindowRules {
    static final List<String> FEATURES = List.of(
            "launcher",
            "environment",
            "codingagent",
            "readiness",
            "terminal",
            "timeline",
            "processes",
            "changes",
            "network",
            "log",
            "settings",
            "review",
            "doctor",
            "snapshots",
            "storage",
            "sync",
            "push",
            "download",
            "trash",
            "approvals",
            "palette",
            "policy",
            "trust",
            "keys");

    /// The packages of the view states and the watches that keep them current.
    static final List<String> STATES = List.of("state", "sandbox", "process", "work", "approval");

    /// The operations that the watches may call, with the occasion.
    static final Map<String, String> STATE_REQUESTS = Map.ofEntries(
            Map.entry("HostApi.GAUGES", "every second: figures are not events"),
            Map.entry("HostApi.STATUS", "at the start, after an event, and twice a minute for the doctor's checks"),
            Map.entry("SandboxApi.LIST", "at the start, and after an event that changes a sandbox"),
            Map.entry("SnapshotApi.LIST_ALL", "at the start, and after an event that changes a snapshot"),
            Map.entry("SyncApi.ALL", "at the start, and after an event that changes the state of a sync"),
            Map.entry("StorageApi.TRASH", "at the start, and after an event that changes the trash"),
            Map.entry("PolicyApi.APPROVALS", "at the start and after a break"),
            Map.entry("PolicyApi.POLICY", "at the start, and after an event that changes it"),
            Map.entry("AccessApi.ROUTES", "at the start, and after an event that changes a route"),
            Map.entry("SandboxApi.PROCESSES", "at the start, and after lost events"),
            Map.entry(
                    "SandboxApi.FLOWS",
                    "at the start, after lost events, once for a new approval, and when the user selects a moment"),
            Map.entry(
                    "TimelineApi.TIMELINE",
                    "for a visible period that was not read, and after an event in it, once a second"),
            Map.entry("TimelineApi.MOMENT", "when the user selects a moment"),
            Map.entry("SandboxApi.WORK", "at the start, and after an event that may change the work"));

    private WindowRules() {}

    /// All rules for the packages under `root`.
    static Map<String, ArchRule> under(String root) {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("onlyFxPulseCallsRunLater", onlyFxPulse(root));
        rules.put("viewModelsDrawNothing", viewModels(root));
        rules.put("viewsSeeNoClient", views(root));
        rules.put("featuresDoNotKnowEachOther", features(root));
        rules.put("dependenciesPointDown", layers(root));
        rules.put("stateFollowsEvents", requests(root));
        return rules;
    }

    private static ArchRule onlyFxPulse(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .haveSimpleNameNotEndingWith("FxPulse")
                .should()
                .callMethod(Platform.class, "runLater", Runnable.class)
                .because("a burst of events may cost one hop per frame and no more");
    }

    private static ArchRule viewModels(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .haveSimpleNameEndingWith("Model")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("javafx.scene..")
                .because("what a screen shows is decided, and tested, without drawing it");
    }

    private static ArchRule views(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .haveNameMatching(".*(View|Dialog|Dock|Pane|Card|Cell|Row|Body)")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.belljar.client..")
                .because("what is wanted goes out by one door, dev.belljar.app.action");
    }

    private static ArchRule features(String root) {
        DescribedPredicate<JavaClass> feature = DescribedPredicate.describe(
                "a feature",
                c -> FEATURES.stream().anyMatch(f -> c.getPackageName().startsWith(root + "." + f)));
        ArchRule apart = slices().matching(root + ".(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(DescribedPredicate.alwaysTrue(), DescribedPredicate.not(feature))
                .ignoreDependency(DescribedPredicate.not(feature), DescribedPredicate.alwaysTrue());
        return CommonRules.sliced(root + ".(*)..", FEATURES.size(), apart);
    }

    private static ArchRule requests(String root) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages(root, STATES))
                .should()
                .accessFieldWhere(DescribedPredicate.describe(
                        "an operation that is not one of " + STATE_REQUESTS.keySet(),
                        access -> access.getTarget().getRawType().isEquivalentTo(Operation.class)
                                && !STATE_REQUESTS.containsKey(operation(access.getTarget()))))
                .because("what happened arrives as events: only figures are polled");
    }

    private static String[] packages(String root, List<String> names) {
        return names.stream().map(name -> root + "." + name + "..").toArray(String[]::new);
    }

    private static String operation(AccessTarget.FieldAccessTarget field) {
        return field.getOwner().getSimpleName() + "." + field.getName();
    }

    private static ArchRule layers(String root) {
        return layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(root + "..")
                .withOptionalLayers(true)
                .layer("root")
                .definedBy(root)
                .layer("shell")
                .definedBy(root + ".shell..")
                .layer("feature")
                .definedBy(packages(root, FEATURES))
                .layer("ui")
                .definedBy(root + ".ui..")
                .layer("table")
                .definedBy(root + ".table..")
                .layer("drawing")
                .definedBy(root + ".drawing..")
                .layer("theme")
                .definedBy(root + ".theme..")
                .layer("session")
                .definedBy(root + ".session..")
                .layer("diff")
                .definedBy(root + ".diff..")
                .layer("action")
                .definedBy(root + ".action..")
                .layer("navigation")
                .definedBy(root + ".navigation..")
                .layer("desktop")
                .definedBy(root + ".desktop..")
                .layer("recorded")
                .definedBy(root + ".recorded..")
                .layer("state")
                .definedBy(packages(root, STATES))
                .whereLayer("root")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("shell")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("recorded")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("feature")
                .mayOnlyBeAccessedByLayers("root", "shell")
                .whereLayer("ui")
                .mayOnlyBeAccessedByLayers("root", "shell", "feature", "diff", "action", "table")
                .whereLayer("table")
                .mayOnlyBeAccessedByLayers("feature")
                .whereLayer("drawing")
                .mayOnlyBeAccessedByLayers("root", "shell", "feature", "diff", "ui", "table")
                .whereLayer("theme")
                .mayOnlyBeAccessedByLayers("root", "shell", "feature", "diff", "action", "ui", "table", "drawing")
                .whereLayer("session")
                .mayOnlyBeAccessedByLayers("feature")
                .whereLayer("diff")
                .mayOnlyBeAccessedByLayers("feature")
                .whereLayer("action")
                .mayOnlyBeAccessedByLayers("root", "shell", "feature", "session", "recorded")
                .whereLayer("navigation")
                .mayOnlyBeAccessedByLayers("root", "shell", "feature", "action")
                .whereLayer("desktop")
                .mayOnlyBeAccessedByLayers("root", "shell", "feature", "action", "recorded")
                .whereLayer("state")
                .mayOnlyBeAccessedByLayers("root", "shell", "feature", "action", "navigation");
    }
}
