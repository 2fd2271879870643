package dev.belljar.app.network;

import dev.belljar.contract.view.network.FlowRow;
import java.util.Locale;

/// The two ends of a flow in words: the process that opened it, and its destination.
final class FlowEndpoints {
    private FlowEndpoints() {}

    /// The name of the process without its pid; the pid if only that is known, empty if neither is.
    static String program(FlowRow flow) {
        return flow.process() == null ? process(flow) : flow.process();
    }

    /// The name and pid of the process; empty if it is not known.
    static String process(FlowRow flow) {
        String name = flow.process() == null ? "" : flow.process();
        return flow.pid() == null ? name : (name + " " + flow.pid()).strip();
    }

    /// The requested name, or the address if there is none.
    static String name(FlowRow flow) {
        return flow.name() == null || flow.name().isEmpty() ? address(flow) : flow.name();
    }

    /// The address without its port.
    static String address(FlowRow flow) {
        int colon = flow.dst().lastIndexOf(':');
        return colon < 0 ? flow.dst() : flow.dst().substring(0, colon);
    }

    /// The destination that a rule for this flow would contain: name or address, and port.
    static String destination(FlowRow flow) {
        int colon = flow.dst().lastIndexOf(':');
        boolean port = colon >= 0 && !flow.proto().toLowerCase(Locale.ROOT).contains("dns");
        return name(flow) + (port ? flow.dst().substring(colon) : "");
    }
}
