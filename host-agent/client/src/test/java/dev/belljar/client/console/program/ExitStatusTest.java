package dev.belljar.client.console.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Command;

/// Tests that each kind of failure has an exit code of its own, and that all of them are documented.
class ExitStatusTest {
    private static Path checkout() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("assets/manual"))) {
            at = Objects.requireNonNull(at.getParent());
        }
        return at;
    }

    @ParameterizedTest
    @CsvSource({
        "sandbox.not-found, 404, 3",
        "secret.not-found, 404, 3",
        "request.no-route, 404, 1",
        "sandbox.conflict, 409, 4",
        "environment.changed, 409, 4",
        "request.unauthorized, 401, 5",
        "request.forbidden, 403, 5",
        "agent.unavailable, 503, 6",
        "sandbox.busy, 503, 1",
        "request.invalid, 400, 1",
        "internal.error, 500, 1",
    })
    void problemHasTheCodeOfItsKind(String code, int status, int exit) {
        Problem problem = Problem.of(new ProblemCode(code, status), "x", "y", null);
        assertThat(ExitStatus.of(problem).code()).isEqualTo(exit);
    }

    @Test
    void codesAreDifferent() {
        assertThat(Arrays.stream(ExitStatus.values()).map(ExitStatus::code)).doesNotHaveDuplicates();
    }

    @Test
    void helpListsEachCode() {
        List<String> listed = List.of(Belljar.class.getAnnotation(Command.class).exitCodeList());
        assertThat(listed)
                .containsExactlyElementsOf(Arrays.stream(ExitStatus.values())
                        .map(each -> each.code() + ":" + each.words())
                        .toList());
    }

    @Test
    void manualListsEachCode() throws Exception {
        String table = Files.readString(checkout().resolve("assets/manual/scripts.md"))
                .lines()
                .filter(line -> line.matches("\\| [0-9]+(\\+N)? \\|.*"))
                .collect(Collectors.joining("\n"));
        assertThat(table)
                .isEqualTo(Arrays.stream(ExitStatus.values())
                        .map(each -> "| %d%s | %s |"
                                .formatted(each.code(), each == ExitStatus.SIGNAL ? "+N" : "", each.words()))
                        .collect(Collectors.joining("\n")));
    }
}
