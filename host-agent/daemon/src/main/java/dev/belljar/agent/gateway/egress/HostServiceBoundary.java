package dev.belljar.agent.gateway.egress;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.text.HostServiceText;

/// The limits for services of the host, which no rule lifts: only TCP, only what the grant names, and no port on which
/// Belljar itself listens, because its API, its browser addresses and its port forwards lead to other sandboxes.
public record HostServiceBoundary(ExternalNetwork outside) {
    private static final IpAddress LOOPBACK = IpAddress.four(127, 0, 0, 1);

    /// The address to which the gateway connects for this one: the loopback address for the one that stands for the
    /// host's services.
    public static IpAddress dialed(IpAddress target) {
        return target.equals(Subnet.HOST) ? LOOPBACK : target;
    }

    /// The destination by the name of the host's services, whatever name a guest used for their address.
    static RequestedDestination named(RequestedDestination destination) {
        return destination.ofService() ? destination.named(HostServiceText.NAME) : destination;
    }

    /// The decision about a service of the host within the limits.
    FlowDecision checked(RequestedDestination destination, FlowDecision decision) {
        boolean allowed = decision.verdict() == Verdict.ALLOWED;
        if (!allowed && decision.verdict() != Verdict.HELD) {
            return decision;
        }
        if (!destination.protocol().equals("tcp")) {
            return decision.never(decision.rule() + ", but services of this computer can be reached only over TCP");
        }
        if (allowed && !decision.grant().namesExactly()) {
            return decision.never(decision.rule() + ", but a service of this computer needs a rule that names it");
        }
        return outside.ownPort(destination.port())
                ? decision.never(decision.rule() + ", but Belljar itself listens on port " + destination.port()
                        + " of this computer, and no rule can open that port")
                : decision;
    }

    /// The destination as the developer is asked about it, with the program that listens there.
    Destination asked(RequestedDestination destination) {
        Destination plain = destination.destination();
        return destination.ofService()
                ? new Destination(
                        plain.protocol(),
                        plain.address(),
                        plain.port(),
                        plain.name(),
                        plain.sender(),
                        outside.listener(destination.port()))
                : plain;
    }
}
