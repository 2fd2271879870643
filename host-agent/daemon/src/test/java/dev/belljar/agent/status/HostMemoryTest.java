package dev.belljar.agent.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sandbox.SandboxException;
import org.junit.jupiter.api.Test;

/// Tests that a start with too little memory is refused before it begins, with the available and the needed
/// memory.
public class HostMemoryTest {
    private static final long MIB = 1 << 20;

    @Test
    void branchesThatDoNotFitAreRefusedWithBothFigures() {
        assertThatThrownBy(() -> HostMemory.require(1_500 * MIB, 8, HostMemory.GOES_ON))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.code()).isEqualTo(SandboxException.NO_MEMORY))
                .hasMessageContaining("1,500 MiB")
                .hasMessageContaining("1,536 MiB are needed for 8 more sandboxes");
    }

    @Test
    void branchesThatFitAreAccepted() {
        assertThatCode(() -> HostMemory.require(1_536 * MIB, 8, HostMemory.GOES_ON))
                .doesNotThrowAnyException();
        assertThatCode(() -> HostMemory.require(HostMemory.BOOTS, 1, HostMemory.BOOTS))
                .doesNotThrowAnyException();
    }
}
