package dev.belljar.app.sandbox;

import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.state.FxPulse;
import dev.belljar.app.state.HostWatch;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.Operation.OperationCall;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests that the work of a sandbox is requested again until there is a response.
class WorkRetryTest {
    /// More requests than there are changes of the recorded sandbox.
    private static final int FAILING = 12;

    private final AgentClient recorded = new RecordedAgent(Scenario.BUSY);
    private final AtomicInteger requests = new AtomicInteger();
    private final AgentClient agent = (AgentClient) Proxy.newProxyInstance(
            AgentClient.class.getClassLoader(),
            new Class<?>[] {AgentClient.class},
            (_, method, arguments) -> answer(method, arguments));
    private final FxPulse pulse = new FxPulse();
    private final Clock clock = Clock.systemUTC();
    private final HostWatch host = new HostWatch(agent, pulse, clock, Duration.ofMillis(5));
    private final SandboxWatch sandbox = new SandboxWatch(agent, host, pulse, clock, "sb-shop");

    @BeforeEach
    void open() throws Exception {
        WindowHarness.start();
        host.start();
        sandbox.start();
    }

    @AfterEach
    void close() {
        sandbox.close();
        host.close();
    }

    @Test
    void workThatCouldNotBeReadIsRequestedAgain() {
        Awaitility.await()
                .atMost(Durations.ONE_MINUTE)
                .until(() -> sandbox.work().now().plan() != null);
    }

    private @Nullable Object answer(Method method, @Nullable Object[] arguments) throws Throwable {
        if (arguments != null
                && arguments[0] instanceof OperationCall<?, ?> call
                && call.operation().equals(SandboxApi.WORK)
                && requests.incrementAndGet() <= FAILING) {
            throw new AgentException(Problem.of(ProblemCode.UNAVAILABLE, "busy", "no response", null), null);
        }
        try {
            return method.invoke(recorded, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
