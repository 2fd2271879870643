package dev.belljar.client.command.jail;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.JailApi;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `belljar jail kill ID`: ends a jail.
@CommandExamples({"belljar jail kill k3f2a9c | End all processes of a jail."})
@Command(name = "kill", description = "End all processes of a jail.", mixinStandardHelpOptions = true)
final class JailKillCommand extends SessionCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "Id of the jail, as listed by `belljar jail ps`.")
    String jail = "";

    JailKillCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        session().agent().call(JailApi.KILL.at(jail));
        if (json) {
            session().json(Map.of("killed", jail));
        } else {
            session().line("Jail %s was ended.", jail);
        }
        return 0;
    }
}
