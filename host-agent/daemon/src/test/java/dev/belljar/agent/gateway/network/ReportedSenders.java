package dev.belljar.agent.gateway.network;

import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.packet.IpAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A process finder whose reports a test makes, by local port alone.
public final class ReportedSenders implements ProcessFinder {
    private final Map<Integer, SendingProcess> byPort = new HashMap<>();
    public boolean reportsFlows = true;
    private Runnable news = () -> {};

    public static SendingProcess sender(int pid, String program) {
        return new SendingProcess(pid, 1, program, program, List.of(program), List::of);
    }

    public void tell(int localPort, SendingProcess sender) {
        byPort.put(localPort, sender);
        news.run();
    }

    @Override
    public boolean reportsFlows() {
        return reportsFlows;
    }

    @Override
    public @Nullable SendingProcess find(String protocol, int localPort, IpAddress address, int port) {
        return byPort.get(localPort);
    }

    @Override
    public void listen(Runnable listener) {
        news = listener;
    }
}
