package dev.belljar.testing.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The architecture rules of every module that has a root package, each with its reason.
public final class CommonRules {
    private static final String OWNED = "state that belongs to nobody is changed by everybody";

    private CommonRules() {}

    /// All rules for the packages under `root`.
    public static Map<String, ArchRule> under(String root) {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        // A package within a package is a slice of its own.
        String packages = root + ".(**)";
        rules.put(
                "noCycles",
                sliced(packages, 2, slices().matching(packages).should().beFreeOfCycles()));
        rules.put("noTypeCycles", noTypeCycles(root));
        rules.put("jacksonNowhere", noUse(root, "tools.jackson.."));
        rules.put("jacksonAnnotationsNowhere", noUse(root, "com.fasterxml.jackson.."));
        rules.put("noMutableStatics", noMutableStatics());
        return rules;
    }

    /// A rule that no top-level types under `root` need each other, directly or in a circle.
    public static ArchRule noTypeCycles(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should(new TypeCycles())
                .because("types that need each other can only be understood and tested together");
    }

    /// A rule over slices that also fails if it saw fewer than `least` of them, because over one slice every such rule
    /// holds.
    public static ArchRule sliced(String pattern, int least, ArchRule rule) {
        return CompositeArchRule.of(rule)
                .and(classes().should(new AtLeast(pattern, least)).because("a rule over one slice always holds"));
    }

    /// A rule that only these types under `root` use a library.
    public static ArchRule onlyIn(String root, String library, String reason, String... types) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and(new DescribedPredicate<JavaClass>("are not " + Arrays.toString(types)) {
                    @Override
                    public boolean test(JavaClass type) {
                        return Arrays.stream(types).noneMatch(name -> isOrIsWithin(root + "." + name, type.getName()));
                    }
                })
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library)
                .because(reason);
    }

    private static boolean isOrIsWithin(String outer, String name) {
        return name.equals(outer) || name.startsWith(outer + "$");
    }

    private static ArchRule noUse(String root, String library) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library)
                .because("JSON is written and read in one place, dev.belljar.contract.codec");
    }

    private static ArchRule noMutableStatics() {
        return fields().should(new ArchCondition<JavaField>("not be mutable statics") {
                    @Override
                    public void check(JavaField field, ConditionEvents events) {
                        Set<JavaModifier> modifiers = field.getModifiers();
                        if (modifiers.contains(JavaModifier.STATIC)
                                && !modifiers.contains(JavaModifier.FINAL)
                                && !modifiers.contains(JavaModifier.SYNTHETIC)) {
                            events.add(SimpleConditionEvent.violated(
                                    field, field.getFullName() + " is mutable and static"));
                        }
                    }
                })
                .because(OWNED);
    }

    /// Counts the slices of a pattern.
    private static final class AtLeast extends ArchCondition<JavaClass> {
        private final PackageMatcher pattern;
        private final int least;
        private final Set<String> seen = new TreeSet<>();

        AtLeast(String pattern, int least) {
            super("be in at least %d slices of %s", least, pattern);
            this.pattern = PackageMatcher.of(pattern);
            this.least = least;
        }

        @Override
        public void check(JavaClass type, ConditionEvents events) {
            pattern.match(type.getPackageName()).ifPresent(found -> seen.add(found.getGroup(1)));
        }

        @Override
        public void finish(ConditionEvents events) {
            if (seen.size() < least) {
                events.add(SimpleConditionEvent.violated(
                        pattern, "expected at least %d slices, and saw %s".formatted(least, seen)));
            }
        }
    }
}
