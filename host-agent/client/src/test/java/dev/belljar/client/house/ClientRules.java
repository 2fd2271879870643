package dev.belljar.client.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import dev.belljar.testing.rules.CommonRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The architecture rules of the client's own packages, each with its reason.
final class ClientRules {
    private static final String NATIVE = "a wrong declaration ends the program, so all are in one place (decision 22)";

    private ClientRules() {}

    /// All rules for the packages under `root`.
    static Map<String, ArchRule> under(String root) {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("dependenciesPointDown", layers(root));
        rules.put(
                "groupsOfCommandsDoNotKnowEachOther",
                CommonRules.sliced(
                        root + ".command.(*)..",
                        2,
                        slices().matching(root + ".command.(*)..").should().notDependOnEachOther()));
        rules.put(
                "onlyCommandsKnowTheCommandLine",
                only(List.of(root + ".command..", root + ".console..", root + ".help.."), root, "picocli.."));
        rules.put("noClassUsesTheHostAgent", noUseOf(root, "dev.belljar.agent..", "it is reached by its API alone"));
        rules.put(
                "nativeCallsOnlyInNativeCalls",
                CommonRules.onlyIn(root, "com.sun.jna..", NATIVE, "command.sandbox.NativeCalls"));
        rules.put("foreignMemoryNowhere", CommonRules.onlyIn(root, "java.lang.foreign..", NATIVE));
        rules.put("onlyBelljarEndsTheProgram", noExit(root));
        return rules;
    }

    /// command → {groups of commands} → {demo, help, console} → client.
    private static ArchRule layers(String root) {
        return layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(root + "..")
                .layer("command")
                .definedBy(root + ".command")
                .layer("groups")
                .definedBy(root + ".command.*..")
                .layer("jobs")
                .definedBy(root + ".demo..", root + ".help..", root + ".console..")
                .layer("client")
                .definedBy(root)
                .whereLayer("command")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("groups")
                .mayOnlyBeAccessedByLayers("command")
                .whereLayer("jobs")
                .mayOnlyBeAccessedByLayers("command", "groups")
                .because("the client serves the window too, which has no command line");
    }

    private static ArchRule only(List<String> packages, String root, String library) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .resideOutsideOfPackages(packages.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library)
                .because("the client serves the window too, which has no command line");
    }

    private static ArchRule noUseOf(String root, String library, String reason) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library)
                .because(reason);
    }

    private static ArchRule noExit(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .haveSimpleNameNotEndingWith("Belljar")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .because("whoever ends the program ends what others have still to say");
    }
}
