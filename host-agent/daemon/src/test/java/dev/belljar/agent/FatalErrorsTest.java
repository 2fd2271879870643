package dev.belljar.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.sockets.SelectorLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A process ends at once with a log entry when one of its threads ends with an `Error`; an exception ends only
/// that thread.
@Timeout(120)
@Tag("slow")
class FatalErrorsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"virtual", "platform", "loop", "direct"})
    void anErrorEndsTheProcessAtOnce(String where) throws Exception {
        try (AnotherJvm jvm = program(where)) {
            assertThat(jvm.awaitEnd(SOON)).isEqualTo(FatalErrors.EXIT);
            assertThat(jvm.rest())
                    .contains("the host agent is stopping; machines keep running", "Error")
                    .doesNotContain("taken apart");
        }
    }

    @Test
    void anExceptionEndsOnlyItsThread() throws Exception {
        try (AnotherJvm jvm = program("fault")) {
            jvm.awaitWord("planted");
            assertThat(jvm.awaitEnd(Duration.ofSeconds(1))).isEqualTo(-1);
        }
    }

    private AnotherJvm program(String where) throws IOException {
        return AnotherJvm.of(
                Erring.class, folder, List.of("-Xmx64m", "-XX:MaxDirectMemorySize=8m", "-XX:+UseSerialGC"), where);
    }

    /// A program that throws an error in the place that its argument names, and otherwise keeps running.
    static final class Erring {
        private Erring() {}

        public static void main(String[] args) throws Exception {
            Thread.setDefaultUncaughtExceptionHandler(new FatalErrors());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("taken apart")));
            switch (args[0]) {
                case "virtual" -> Thread.ofVirtual().name("reader").start(Erring::fail);
                case "platform" -> Thread.ofPlatform().name("writer").start(Erring::fail);
                case "direct" -> Thread.ofVirtual().name("hoarder").start(Erring::hoard);
                case "fault" ->
                    Thread.ofVirtual().name("faulty").start(() -> {
                        throw new IllegalStateException("planted");
                    });
                default -> loop().start();
            }
            Thread.sleep(60_000);
        }

        private static void fail() {
            throw new StackOverflowError("planted");
        }

        private static void hoard() {
            List<ByteBuffer> all = new ArrayList<>();
            while (all.size() < 1_000) {
                all.add(ByteBuffer.allocateDirect(1 << 20));
            }
        }

        private static SelectorLoop loop() throws IOException {
            SelectorLoop.Work work = new SelectorLoop.Work() {
                @Override
                public long turn() {
                    throw new OutOfMemoryError("planted");
                }

                @Override
                public void fault(RuntimeException fault) {}

                @Override
                public void end() {
                    System.out.println("taken apart");
                }
            };
            return new SelectorLoop("gateway", work, new Semaphore(1));
        }
    }
}
