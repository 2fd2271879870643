package dev.belljar.agent;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.belljar.testing.rules.CommonRules;
import java.util.LinkedHashMap;
import java.util.Map;

/// The architecture rules of the host agent, for any root package: the real one, or that of the planted
/// offenders.
final class HostAgentRules {
    private static final String NATIVE = "a wrong declaration ends the program, so all are in one place (decision 22)";

    private HostAgentRules() {}

    static Map<String, ArchRule> under(String root) {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("layers", layers(root));
        rules.put("sqlOnlyInIndexAndCatalog", only("java.sql..", root, "index", "catalog"));
        rules.put("processesOnlyInHost", processes(root));
        rules.put("nativeCallsOnlyInNativeFile", CommonRules.onlyIn(root, "com.sun.jna..", NATIVE, "host.NativeFile"));
        rules.put(
                "foreignMemoryOnlyInMemoryCopy",
                CommonRules.onlyIn(root, "java.lang.foreign..", NATIVE, "vmstate.MemoryCopy"));
        rules.put("noStaticsThatHoldState", noStaticsThatHoldState(root));
        rules.put("webServerOnlyInApi", only("io.javalin..", root, "api"));
        rules.put("jgitOnlyInText", only("org.eclipse.jgit..", root, "sync.text"));
        rules.put("jgitReadsNoRepository", jgitReadsNoRepository(root));
        return rules;
    }

    /// root → api → {retention, branch, build, autosync, autosnapshot, template, codingagent, login} → lifecycle →
    /// {access, agentstate, status, egress, provenance, settings, setup} → sandbox → recording → {environment,
    /// snapshot, storage, sync, route, naming, gateway, policy, session, listen, inspect, ssh, secret,
    /// authority, mirror, jail, refusal} → {vm, guest, oci, erofs, journal, index, catalog, audit, image, tool,
    /// packet, tcp, sockets, dns, sniff, certificate, portforward} → vmstate → host. A package may use those
    /// below it.
    private static ArchRule layers(String root) {
        return layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(root + "..")
                .withOptionalLayers(true)
                .layer("root")
                .definedBy(root)
                .layer("api")
                .definedBy(root + ".api..")
                .layer("use")
                .definedBy(
                        root + ".retention..",
                        root + ".branch..",
                        root + ".build..",
                        root + ".autosync..",
                        root + ".autosnapshot..",
                        root + ".template..",
                        root + ".codingagent..",
                        root + ".login..")
                .layer("lifecycle")
                .definedBy(root + ".lifecycle..")
                .layer("reach")
                .definedBy(
                        root + ".access..",
                        root + ".agentstate..",
                        root + ".status..",
                        root + ".egress..",
                        root + ".provenance..",
                        root + ".settings..",
                        root + ".setup..")
                .layer("sandbox")
                .definedBy(root + ".sandbox..")
                .layer("recording")
                .definedBy(root + ".recording..")
                .layer("work")
                .definedBy(
                        root + ".environment..",
                        root + ".sync..",
                        root + ".gateway..",
                        root + ".snapshot..",
                        root + ".storage..",
                        root + ".route..",
                        root + ".naming..",
                        root + ".policy..",
                        root + ".session..",
                        root + ".listen..",
                        root + ".inspect..",
                        root + ".ssh..",
                        root + ".secret..",
                        root + ".authority..",
                        root + ".mirror..",
                        root + ".jail..",
                        root + ".refusal..")
                .layer("record")
                .definedBy(root + ".journal..", root + ".index..", root + ".catalog..", root + ".audit..")
                .layer("machine")
                .definedBy(
                        root + ".vm..",
                        root + ".oci..",
                        root + ".erofs..",
                        root + ".guest..",
                        root + ".image..",
                        root + ".tool..",
                        root + ".packet..",
                        root + ".tcp..",
                        root + ".sockets..",
                        root + ".dns..",
                        root + ".sniff..",
                        root + ".certificate..",
                        root + ".portforward..")
                .layer("files")
                .definedBy(root + ".vmstate..")
                .layer("host")
                .definedBy(root + ".host..")
                .whereLayer("root")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("api")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("use")
                .mayOnlyBeAccessedByLayers("root", "api")
                .whereLayer("lifecycle")
                .mayOnlyBeAccessedByLayers("root", "api", "use")
                .whereLayer("reach")
                .mayOnlyBeAccessedByLayers("root", "api", "use", "lifecycle")
                .whereLayer("sandbox")
                .mayOnlyBeAccessedByLayers("root", "api", "use", "lifecycle", "reach")
                .whereLayer("recording")
                .mayOnlyBeAccessedByLayers("root", "api", "use", "lifecycle", "reach", "sandbox")
                .whereLayer("work")
                .mayOnlyBeAccessedByLayers("root", "api", "use", "lifecycle", "reach", "sandbox", "recording")
                .whereLayer("record")
                .mayOnlyBeAccessedByLayers("root", "api", "use", "lifecycle", "reach", "sandbox", "recording", "work")
                .whereLayer("machine")
                .mayOnlyBeAccessedByLayers("root", "api", "use", "lifecycle", "reach", "sandbox", "recording", "work")
                .whereLayer("files")
                .mayOnlyBeAccessedByLayers(
                        "root", "use", "lifecycle", "reach", "sandbox", "recording", "work", "machine")
                .because("what happened flows one way and what is wanted the other, and there is one door each way");
    }

    private static ArchRule only(String foreign, String root, String... rooms) {
        String[] allowed = new String[rooms.length + 1];
        allowed[0] = "java..";
        for (int i = 0; i < rooms.length; i++) {
            allowed[i + 1] = root + "." + rooms[i] + "..";
        }
        return ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackages(allowed)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(foreign)
                .because("a library that is everywhere cannot be changed anywhere");
    }

    private static ArchRule jgitReadsNoRepository(String root) {
        return ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.eclipse.jgit..")
                        .and(resideOutsideOfPackages("org.eclipse.jgit.diff", "org.eclipse.jgit.merge")))
                .because("objects from a machine are read only by a confined git (decision 19)");
    }

    private static ArchRule processes(String root) {
        DescribedPredicate<JavaAccess<?>> starts = DescribedPredicate.describe(
                "start a program",
                access -> access.getTargetOwner().isEquivalentTo(ProcessBuilder.class)
                        || (access.getTargetOwner().isEquivalentTo(Runtime.class)
                                && access.getTarget().getName().equals("exec")));
        return ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage(root + ".host..")
                .should()
                .accessTargetWhere(starts)
                .because("whoever starts programs must also bound, time and end them; that is written once");
    }

    /// A constant is not constant if its object has state, counts or locks.
    private static ArchRule noStaticsThatHoldState(String root) {
        return ArchRuleDefinition.noFields()
                .that()
                .areStatic()
                .and()
                .areFinal()
                .should(new ArchCondition<JavaField>("hold state") {
                    @Override
                    public void check(JavaField field, ConditionEvents events) {
                        if (holdsState(root, field.getRawType())) {
                            events.add(SimpleConditionEvent.satisfied(
                                    field, field.getFullName() + " is static and holds state"));
                        }
                    }
                })
                .because("state that belongs to nobody is changed by everybody");
    }

    private static boolean holdsState(String root, JavaClass type) {
        return type.getPackageName().startsWith("java.util.concurrent")
                || (type.getPackageName().startsWith(root)
                        && type.getAllFields().stream()
                                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                                .filter(field ->
                                        field.getOwner().getPackageName().startsWith(root))
                                .anyMatch(field -> !field.getModifiers().contains(JavaModifier.FINAL)
                                        || field.getRawType().getPackageName().startsWith("java.util.concurrent")));
    }
}
