package dev.belljar.contract.operation;

import dev.belljar.contract.jail.JailPolicyLayer;
import dev.belljar.contract.jail.JailPolicyText;
import dev.belljar.contract.jail.JailReplay;
import dev.belljar.contract.jail.JailStatus;
import dev.belljar.contract.jail.PreparedJail;
import dev.belljar.contract.request.jail.PrepareJail;
import dev.belljar.contract.request.jail.ReadJailPolicy;
import dev.belljar.contract.request.jail.WriteJailPolicy;
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

    public static final Operation<ReadJailPolicy, List<JailPolicyLayer>> POLICY = Operation.get(
                    "jailPolicy", "/jails/policy")
            .about("Returns the policies for the jails of a project, layer by layer.", "The layers.")
            .query(ReadJailPolicy.class)
            .answersList(JailPolicyLayer.class);

    public static final Operation<ReadJailPolicy, JailPolicyText> EXPORT_POLICY = Operation.get(
                    "exportJailPolicy", "/jails/policy/export")
            .about("Returns a layer of the policies for jails as text.", "The layer as text.")
            .query(ReadJailPolicy.class)
            .answers(JailPolicyText.class);

    public static final Operation<WriteJailPolicy, JailPolicyLayer> IMPORT_POLICY = Operation.post(
                    "importJailPolicy", "/jails/policy/import")
            .about("Replaces a layer of the policies for jails. Jails that run keep theirs.", "The changed layer.")
            .body(WriteJailPolicy.class)
            .answers(JailPolicyLayer.class);

    public static final Operation<WriteJailPolicy, JailReplay> TEST_POLICY = Operation.post(
                    "testJailPolicy", "/jails/policy/test")
            .about(
                    "Applies a draft of a layer to the recorded accesses of a project, and returns those about which it"
                            + " decides in another way.",
                    "The accesses with another decision.")
            .body(WriteJailPolicy.class)
            .answers(JailReplay.class);

    private JailApi() {}
}
