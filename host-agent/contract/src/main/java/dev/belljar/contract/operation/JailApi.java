package dev.belljar.contract.operation;

import dev.belljar.contract.jail.JailStatus;
import dev.belljar.contract.jail.PreparedJail;
import dev.belljar.contract.request.jail.PrepareJail;
import java.util.List;

/// The operations on jails.
public final class JailApi {
    public static final Operation<PrepareJail, PreparedJail> PREPARE = Operation.post("prepareJail", "/jails")
            .about(
                    "Prepares a jail for one command. The client starts it, in its own terminal; the host agent asks"
                            + " about what the jail accesses.",
                    "The jail, and how to start it.")
            .body(PrepareJail.class)
            .answers(201, PreparedJail.class);

    public static final Operation<Empty, List<JailStatus>> JAILS = Operation.get("jails", "/jails")
            .about("Lists the jails that run.", "The jails, the oldest first.")
            .answersList(JailStatus.class);

    public static final Operation<Empty, Empty> KILL = Operation.post("killJail", "/jails/{id}/kill")
            .about("Ends all processes of a jail at once.", "The jail was told to end.")
            .answersNothing(204);

    private JailApi() {}
}
