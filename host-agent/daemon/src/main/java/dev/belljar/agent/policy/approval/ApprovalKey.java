package dev.belljar.agent.policy.approval;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.policy.rule.HostName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Connections with equal keys share one approval: the same program of a sandbox and the same destination.
/// Connections to a name share it whatever address the name had, unless `exact` is set because the address
/// is not public; `sender` is the first process that asked, and `listener` the program that it found listening if the
/// destination is a service of the host.
record ApprovalKey(
        String sandbox,
        String protocol,
        String where,
        int port,
        boolean named,
        String address,
        boolean exact,
        @Nullable SendingProcess sender,
        @Nullable String listener) {
    static ApprovalKey of(String sandbox, Destination destination) {
        boolean dns = destination.protocol().equals("dns");
        String name = destination.name();
        String canonical = name == null ? "" : HostName.canonical(name).orElse(name);
        return new ApprovalKey(
                sandbox,
                destination.protocol(),
                name == null ? destination.address() : canonical,
                dns ? 0 : destination.port(),
                name != null,
                destination.address(),
                name != null && !destination.ofService() && (dns ? destination.leads() : destination.special() != null),
                destination.sender(),
                destination.listener());
    }

    @Nullable
    String program() {
        return sender == null ? null : sender.word();
    }

    /// Whether the approval is for a name only, before its address is known.
    boolean plainName() {
        return protocol.equals("dns") && !exact;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ApprovalKey key
                && sandbox.equals(key.sandbox)
                && protocol.equals(key.protocol)
                && where.equals(key.where)
                && port == key.port
                && named == key.named
                && exact == key.exact
                && (!exact || address.equals(key.address))
                && Objects.equals(program(), key.program());
    }

    @Override
    public int hashCode() {
        return Objects.hash(sandbox, protocol, where, port, named, program());
    }

    Destination destination() {
        return new Destination(protocol, address, port, named ? where : null, sender, listener);
    }
}
