package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.request.policy.SetInspection;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `belljar inspect SANDBOX [on|off|list|ca] [NAME...]`: shows and changes TLS inspection.
@CommandExamples({
    "belljar inspect shop on api.example.org | Decrypt and record requests to this host.",
    "belljar inspect shop | Show which hosts are inspected."
})
@Command(
        name = "inspect",
        description = {
            "Decrypt and record HTTPS requests to hosts you choose (off by default).",
            "`on NAME...` inspects the named hosts, `off NAME...` exempts them from inspection, `list` shows which"
                    + " hosts are inspected, and `ca` prints the certificate of the sandbox's own CA.",
            "Without NAME, `on` inspects all hosts, and `off` restricts inspection to hosts that secrets are bound"
                    + " to. Open connections are not affected."
        },
        mixinStandardHelpOptions = true)
final class InspectCommand extends SandboxCommand {
    /// The operation to perform.
    enum InspectOperation {
        on,
        off,
        list,
        ca
    }

    @Parameters(
            index = "1",
            paramLabel = "on|off|list|ca",
            arity = "0..1",
            defaultValue = "list",
            description = "What to do (default: list).")
    InspectOperation verb = InspectOperation.list;

    @Parameters(
            index = "2..*",
            paramLabel = "NAME",
            arity = "0..*",
            description = "Host names such as example.org or *.example.org.")
    List<String> names = new ArrayList<>();

    InspectCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        InspectionView view = switch (verb) {
            case on, off ->
                session()
                        .agent()
                        .call(SecretApi.INSPECT.at(sandbox), new SetInspection(verb == InspectOperation.on, names));
            case list, ca -> session().agent().call(SecretApi.INSPECTION.at(sandbox));
        };
        if (json) {
            session().json(view);
        } else if (verb == InspectOperation.ca) {
            return certificate(view);
        } else {
            show(view);
        }
        return 0;
    }

    private int certificate(InspectionView view) {
        if (view.certificate() == null) {
            session().aside("%s has no CA certificate, because nothing is inspected.", sandbox);
            return 1;
        }
        session().line("%s", view.certificate().strip());
        return 0;
    }

    private void show(InspectionView view) {
        if (view.names().isEmpty() && view.bySecrets().isEmpty()) {
            session().line("Nothing is inspected.");
        }
        if (!view.names().isEmpty()) {
            session().line("Inspected: %s", String.join(", ", view.names()));
        }
        if (!view.bySecrets().isEmpty()) {
            session().line("Inspected because of bound secrets: %s", String.join(", ", view.bySecrets()));
        }
        if (!view.except().isEmpty()) {
            session().line("Never inspected: %s", String.join(", ", view.except()));
        }
        boolean active = !view.names().isEmpty() || !view.bySecrets().isEmpty();
        if (active && !view.installed()) {
            session().aside("The guest will trust the sandbox's CA certificate the next time the sandbox starts.");
        }
    }
}
