package dev.belljar.client.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The architecture rules of the client's packages, each with its reason.
final class ClientRules {
    private static final String JSON = "JSON is written and read in one place, dev.belljar.contract.codec";

    private ClientRules() {}

    /// All rules for the packages under `root`.
    static Map<String, ArchRule> under(String root) {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("dependenciesPointDown", layers(root));
        rules.put("noCycles", slices().matching(root + ".(*)..").should().beFreeOfCycles());
        rules.put(
                "onlyCommandsKnowTheCommandLine",
                only(List.of(root + ".command..", root + ".help.."), root, "picocli.."));
        rules.put("noClassUsesTheHostAgent", noUseOf(root, "dev.belljar.agent..", "it is reached by its API alone"));
        rules.put("jacksonNowhere", noUseOf(root, "tools.jackson..", JSON));
        rules.put("jacksonAnnotationsNowhere", noUseOf(root, "com.fasterxml.jackson..", JSON));
        rules.put("onlyBelljarEndsTheProgram", noExit(root));
        rules.put("noMutableStatics", noMutableStatics());
        return rules;
    }

    /// command → {bench, demo, help} → client.
    private static ArchRule layers(String root) {
        return layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(root + "..")
                .layer("command")
                .definedBy(root + ".command..")
                .layer("jobs")
                .definedBy(root + ".bench..", root + ".demo..", root + ".help..")
                .layer("client")
                .definedBy(root)
                .whereLayer("command")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("jobs")
                .mayOnlyBeAccessedByLayers("command")
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

    private static ArchRule noMutableStatics() {
        DescribedPredicate<JavaField> mutable = DescribedPredicate.describe(
                "static and not final",
                field -> field.getModifiers().contains(JavaModifier.STATIC)
                        && !field.getModifiers().contains(JavaModifier.FINAL)
                        && !field.getModifiers().contains(JavaModifier.SYNTHETIC));
        return ArchRuleDefinition.noFields()
                .should(new ArchCondition<JavaField>("be mutable statics") {
                    @Override
                    public void check(JavaField field, ConditionEvents events) {
                        if (mutable.test(field)) {
                            events.add(SimpleConditionEvent.satisfied(
                                    field, field.getFullName() + " is mutable and static"));
                        }
                    }
                })
                .because("state that belongs to nobody is changed by everybody");
    }
}
