package dev.belljar.client.console.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.client.command.AgentWithShop;
import dev.belljar.client.command.AgentWithShop.Ran;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.view.session.TerminalExit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the JSON report of a command.
class ExecReportTest {
    private static final TerminalExit SEVEN = new TerminalExit(7, null, false, null);

    private final CollectedOutput out = new CollectedOutput();
    private final CollectedOutput err = new CollectedOutput();

    private Map<String, Object> report(TerminalExit exit) throws Exception {
        return ContractJson.readMap(ContractJson.pretty(ExecReport.of(exit, out, err, 12)));
    }

    @Test
    void utf8OutputIsTextAndOtherOutputIsBase64() throws Exception {
        out.write("grün\n".getBytes(StandardCharsets.UTF_8));
        err.write(new byte[] {(byte) 0xff, 0});
        assertThat(report(SEVEN))
                .containsEntry("code", 7)
                .containsEntry("stdout", "grün\n")
                .containsEntry("stderrBase64", "/wA=")
                .containsEntry("truncated", false)
                .containsEntry("timedOut", false)
                .doesNotContainKeys("signal", "stdoutBase64", "stderr");
    }

    @Test
    void longOutputIsCutBetweenCharactersAndMarkedAsTruncated() throws Exception {
        out.write("x".getBytes(StandardCharsets.UTF_8));
        byte[] many = "ü".repeat(CollectedOutput.MOST).getBytes(StandardCharsets.UTF_8);
        out.write(many);
        assertThat(report(new TerminalExit(null, 9, true, null)))
                .containsEntry("signal", 9)
                .containsEntry("timedOut", true)
                .containsEntry("truncated", true)
                .containsEntry("stdout", "x" + "ü".repeat(CollectedOutput.MOST / 2 - 1))
                .doesNotContainKey("code");
    }

    @Test
    void outputThatEndsWithinACharacterIsBase64() throws Exception {
        out.write(new byte[] {'a', (byte) 0xc3});
        assertThat(ExecReport.of(SEVEN, out, err, 1).stdoutBase64()).isEqualTo("YcM=");
    }

    @ParameterizedTest
    @CsvSource({"guest.no-such-file, 127", "guest.refused, 126", "guest.unreachable, 125", "sandbox.wrong-state, 125"})
    void theExitCodeFollowsFromTheProblemsCodeAlone(String code, int exit) {
        Problem problem = Problem.of(new ProblemCode(code, 422), "refused", "exec: No such file or directory", null);
        assertThat(ExitStatus.ofProgram(new AgentException(problem, null)).code())
                .isEqualTo(exit);
    }

    @Test
    void aCommandThatCannotRunIsReportedAsAProblemInJson(@TempDir Path folder) throws Exception {
        try (AgentWithShop agent = new AgentWithShop(folder)) {
            Ran ran = agent.run("exec", "--json", "shop", "--", "true");
            assertThat(ran.exit()).isEqualTo(125);
            assertThat(ran.out()).isEmpty();
            assertThat(ContractJson.read(ran.err(), Problem.class).code()).isEqualTo("sandbox.wrong-state");
        }
    }
}
