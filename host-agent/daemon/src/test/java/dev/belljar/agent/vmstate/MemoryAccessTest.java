package dev.belljar.agent.vmstate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests how the kernel's setting predicts whether a machine can be saved.
class MemoryAccessTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|true|any number of branches",
                "1|true|Because kernel.yama.ptrace_scope is 1, only the host agent that started the sandbox can take snapshots of it",
                "2|false|kernel.yama.ptrace_scope is 2: no snapshot can be taken and no sandbox can be hibernated",
                "3|false|kernel.yama.ptrace_scope is 3"
            })
    void eachYamaSettingDecidesTheAccess(int scope, boolean allowed, String words) {
        MemoryAccess access = MemoryAccess.bySetting(scope);
        assertThat(access.allowed()).isEqualTo(allowed);
        assertThat(access.reason()).contains(words);
    }
}
