package dev.belljar.agent.lifecycle;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ProcessIdentity;

/// A process of this host that does nothing.
final class RealProcess implements AutoCloseable {
    private final Process process;
    private final ProcessIdentity identity;

    RealProcess() throws Exception {
        process = Command.of("sleep", "600").start();
        identity = ProcessIdentity.of(process.pid()).orElseThrow();
    }

    ProcessIdentity identity() {
        return identity;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
