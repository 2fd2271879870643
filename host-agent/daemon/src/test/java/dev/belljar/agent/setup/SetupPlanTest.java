package dev.belljar.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.PackageManager;
import dev.belljar.contract.request.session.ExecCommand;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that words of an environment reach package managers only as names and versions of packages, and that a
/// setup may reach only what it needs.
class SetupPlanTest {
    static Environment environment(
            List<EnvironmentProfile> profiles, List<EnvironmentPackage> packages, String... setup) {
        return new Environment(
                profiles,
                packages,
                Arrays.asList(setup),
                List.of(),
                List.of(),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(),
                List.of(),
                List.of());
    }

    private static EnvironmentPackage wanted(PackageManager manager, String name, @Nullable String version) {
        return new EnvironmentPackage(manager, name, version);
    }

    @ParameterizedTest
    @CsvSource({
        "APT,   g++,            ,              g++",
        "APT,   libssl-dev,     3.0.1-1~deb12u2, libssl-dev=3.0.1-1~deb12u2",
        "NPM,   @scope/name.js, ^1.2.3,        @scope/name.js@^1.2.3",
        "NPM,   typescript,     latest,        typescript@latest",
        "PIP,   Django,         5.1,           Django==5.1",
        "PIP,   uvicorn[standard], >=0.30,     uvicorn[standard]>=0.30",
    })
    void aPackageIsOneArgument(PackageManager manager, String name, @Nullable String version, String argument)
            throws Exception {
        assertThat(PackageArguments.of(wanted(manager, name, version))).containsExactly(argument);
    }

    @Test
    void aRustProgramAndItsVersionAreTwoArguments() throws Exception {
        assertThat(PackageArguments.of(wanted(PackageManager.CARGO, "ripgrep", "14.1.0")))
                .containsExactly("ripgrep", "14.1.0");
        assertThat(PackageArguments.of(wanted(PackageManager.CARGO, "ripgrep", null)))
                .containsExactly("ripgrep", "");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "APT,   `-o=Dpkg::Pre-Invoke::=id`,",
                "APT,   `bash-`,", // apt would remove it
                "APT,   `a;id`,",
                "APT,   `$(id)`,",
                "APT,   `./evil.deb`,",
                "APT,   `jq`, `1 -o x`",
                "APT,   ``,",
                "NPM,   `--registry=http://evil`,",
                "NPM,   `git+https://evil/x.git`,",
                "NPM,   `../evil`,",
                "NPM,   `name`, `file:../evil`",
                "NPM,   `name`, `npm:evil`",
                "PIP,   `-r`,",
                "PIP,   `evil @ http://evil/x.whl`,",
                "PIP,   `./evil`,",
                "PIP,   `idna`, `3.7; import os`",
                "PIP,   `idna`, `-rx`",
                "CARGO, `--git=https://evil`,",
                "CARGO, `ripgrep`, `--path=/`",
                "CARGO, `rip grep`,"
            })
    void whatIsNotAPackageIsRefused(PackageManager manager, String name, @Nullable String version) {
        assertThatThrownBy(() -> SetupPlan.of(environment(List.of(), List.of(wanted(manager, name, version)))))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("expected");
    }

    @ParameterizedTest
    @EnumSource(PackageManager.class)
    void lineEndsAndOverlongNamesAreRefused(PackageManager manager) {
        for (String name : List.of("a\nb", "a\0b", "a".repeat(300))) {
            assertThatThrownBy(() -> PackageArguments.of(wanted(manager, name, null)))
                    .isInstanceOf(SetupException.class);
        }
    }

    @Test
    void theTextOfAScriptDoesNotDependOnItsArguments() {
        ExecCommand one = SetupScripts.command("apt-install", List.of("jq"), "root", Duration.ofMinutes(1));
        ExecCommand other = SetupScripts.command("apt-install", List.of("$(id)", "'"), "root", Duration.ofMinutes(1));
        assertThat(one.env()).isEqualTo(other.env());
        assertThat(one.argv().subList(0, 4)).isEqualTo(other.argv().subList(0, 4));
        assertThat(other.argv().subList(4, 6)).containsExactly("$(id)", "'");
        assertThat(one.env().get("BELLJAR_SCRIPT")).contains("--no-install-recommends", "-- \"$@\"");
    }

    @Test
    void profilesComeBeforePackagesAndCommandsLast() throws Exception {
        SetupPlan plan = SetupPlan.of(environment(
                List.of(EnvironmentProfile.PYTHON, EnvironmentProfile.BASE),
                List.of(wanted(PackageManager.PIP, "idna", "3.7"), wanted(PackageManager.APT, "hello", null)),
                "make deps",
                "make test"));
        assertThat(plan.steps().stream().map(SetupStep::label))
                .containsExactly(
                        "Update the list of Debian packages",
                        "Install basic tools",
                        "Install Python",
                        "Install Debian packages: hello",
                        "Install Python packages: idna==3.7",
                        "Run make deps",
                        "Run make test");
    }

    @Test
    void aPackageManagerWithoutAProfileIsInstalledFirst() throws Exception {
        assertThat(steps(wanted(PackageManager.NPM, "typescript", null)))
                .containsExactly("Install Node.js", "Install npm packages: typescript");
        assertThat(steps(wanted(PackageManager.PIP, "idna", null)))
                .containsExactly(
                        "Update the list of Debian packages", "Install Python", "Install Python packages: idna");
        assertThat(steps(wanted(PackageManager.CARGO, "ripgrep", "14.1.0")))
                .containsExactly(
                        "Update the list of Debian packages", "Install Rust", "Install Rust programs: ripgrep");
    }

    @ParameterizedTest
    @CsvSource({"20, true", "20.11.1, true", "20; id, false", "--x, false"})
    void theVersionOfNodeIsANumber(String version, boolean valid) throws Exception {
        Environment wanted = versioned(EnvironmentProfile.NODE, version);
        if (valid) {
            assertThat(SetupPlan.of(wanted).steps())
                    .containsExactly(new SetupStep.RootScript(
                            "Install Node.js", "node-install", List.of(version, SetupPlan.NPM)));
        } else {
            assertThatThrownBy(() -> SetupPlan.of(wanted)).isInstanceOf(SetupException.class);
        }
    }

    @Test
    void anotherVersionOfPythonIsInstalledAfterThatOfDebian() throws Exception {
        SetupPlan plan = SetupPlan.of(versioned(EnvironmentProfile.PYTHON, "3.12"));
        assertThat(plan.steps())
                .endsWith(new SetupStep.RootScript(
                        "Install Python 3.12", "python-install", List.of("3.12", SetupPlan.UV)));
        assertThat(plan.destinations()).contains("pypi.org:443", "releases.astral.sh:443");
        assertThat(SetupScripts.command("python-install", List.of(), "root", Duration.ofMinutes(1))
                        .env())
                .containsKey("BELLJAR_SCRIPT");
        assertThat(destinations(List.of(EnvironmentProfile.PYTHON))).noneMatch(name -> name.contains("astral"));
        assertThatThrownBy(() -> SetupPlan.of(versioned(EnvironmentProfile.PYTHON, "3.12; id")))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("Python");
    }

    private static Environment versioned(EnvironmentProfile profile, String version) {
        return new Environment(
                List.of(profile),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(),
                List.of(new Environment.ProfileVersion(profile, version)),
                List.of());
    }

    private static List<String> steps(EnvironmentPackage wanted) throws SetupException {
        return SetupPlan.of(environment(List.of(), List.of(wanted))).steps().stream()
                .map(SetupStep::label)
                .toList();
    }

    @Test
    void onlyTheServersOfTheNeededPackageManagersMayBeReached() throws Exception {
        assertThat(SetupPlan.of(environment(List.of(), List.of(), "make")).destinations())
                .isEmpty();
        assertThat(destinations(List.of(EnvironmentProfile.GIT)))
                .containsExactly("deb.debian.org:80,443", "security.debian.org:80,443");
        assertThat(destinations(List.of(EnvironmentProfile.NODE))).containsExactly("registry.npmjs.org:443");
        assertThat(destinations(List.of(), wanted(PackageManager.PIP, "idna", null)))
                .contains("deb.debian.org:80,443", "pypi.org:443", "files.pythonhosted.org:443")
                .noneMatch(name -> name.contains("npm") || name.contains("crates"));
        assertThat(destinations(List.of(), wanted(PackageManager.CARGO, "ripgrep", null)))
                .contains("static.crates.io:443")
                .noneMatch(name -> name.contains("pypi"));
    }

    private static List<String> destinations(List<EnvironmentProfile> profiles, EnvironmentPackage... packages)
            throws SetupException {
        return SetupPlan.of(environment(profiles, Arrays.asList(packages))).destinations();
    }

    @Test
    void everyProfileAndEveryScriptExists() throws Exception {
        SetupPlan plan = SetupPlan.of(environment(
                List.of(EnvironmentProfile.values()),
                List.of(
                        wanted(PackageManager.APT, "hello", null),
                        wanted(PackageManager.NPM, "typescript", null),
                        wanted(PackageManager.PIP, "idna", null),
                        wanted(PackageManager.CARGO, "ripgrep", null))));
        for (SetupStep step : plan.steps()) {
            if (step instanceof SetupStep.RootScript script) {
                assertThat(SetupScripts.command(script.script(), script.arguments(), "root", Duration.ofMinutes(1))
                                .env()
                                .get("BELLJAR_SCRIPT"))
                        .startsWith("# Runs in the machine as root")
                        .contains("set -eu");
            }
        }
        assertThat(plan.steps()).hasSizeGreaterThan(EnvironmentProfile.values().length);
    }

    @ParameterizedTest
    @CsvSource({"''", "' '"})
    void aCommandSaysSomething(String command) {
        assertThatThrownBy(() -> SetupPlan.of(environment(List.of(), List.of(), command)))
                .isInstanceOf(SetupException.class);
    }

    @Test
    void labelsAreVisibleText() throws Exception {
        SetupStep step = SetupPlan.of(environment(List.of(), List.of(), "echo \033[31m\u202e"))
                .steps()
                .getFirst();
        assertThat(step.label()).isEqualTo("Run echo ?[31m?");
    }
}
