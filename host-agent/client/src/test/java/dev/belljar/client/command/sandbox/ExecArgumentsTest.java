package dev.belljar.client.command.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentStarter;
import dev.belljar.client.console.CommandSession;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ExecArgumentsTest {
    private static final PrintStream NOWHERE =
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

    @ParameterizedTest(name = "exec {0}")
    @CsvSource({
        "shop -- make,                            shop -- make",
        "shop make -j2,                           shop make -j2",
        "-t shop -- bash,                         -t shop -- bash",
        "shop -t -- bash -l,                      -t shop -- bash -l",
        "shop -w src -- make -w x,                -w src shop -- make -w x",
        "shop -wsrc -- make,                      -wsrc shop -- make",
        "shop -tw src -- make,                    -tw src shop -- make",
        "shop --workdir=src -- make,              --workdir=src shop -- make",
        "shop --timeout 5 -e A=1 -- make,         --timeout 5 -e A=1 shop -- make",
        "-u root shop --tty -- id -- -u,          -u root --tty shop -- id -- -u",
        "shop git checkout -- file,               shop git checkout -- file",
        "shop -t bash -t,                         -t shop bash -t",
        "shop --help,                             --help shop",
        "shop -w,                                 -w shop",
        "-- shop,                                 -- shop",
    })
    void optionsAfterTheNameAreReadUntilTheCommandBegins(String given, String understood) {
        CommandSession session = new CommandSession(new AgentStarter(Map.of()), NOWHERE, NOWHERE);
        CommandLine exec = new CommandLine(new ExecShellCommand(session));
        assertThat(ExecArguments.ordered(exec.getCommandSpec(), List.of(given.split(" "))))
                .containsExactly(understood.split(" "));
    }
}
