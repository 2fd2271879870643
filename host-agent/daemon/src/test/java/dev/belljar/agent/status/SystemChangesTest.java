package dev.belljar.agent.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;

/// Tests parsing a guest's report of changes outside its workspace.
public class SystemChangesTest {
    @Test
    void aFileTheImageDoesNotHaveIsAdded() {
        SystemChanges read =
                SystemChanges.read("f etc/new\0f etc/hosts\0c usr/bin/nano\0\0=\0etc/hosts\0usr/bin/nano\0", 10);
        assertThat(read.paths())
                .extracting("status", "path")
                .containsExactly(tuple("A", "/etc/new"), tuple("M", "/etc/hosts"), tuple("D", "/usr/bin/nano"));
        assertThat(read.complete()).isTrue();
    }

    @Test
    void withoutTheImageNoFileIsMarkedAsAdded() {
        assertThat(SystemChanges.read("f etc/new\0\0", 10).paths())
                .extracting("status")
                .containsExactly("M");
    }

    @Test
    void aTruncatedListIsMarkedIncomplete() {
        SystemChanges read = SystemChanges.read("f a1\0f a2\0f a3\0\0=\0", 2);
        assertThat(read.paths()).hasSize(2);
        assertThat(read.complete()).isFalse();
    }

    @Test
    void unexpectedOutputIsNoError() {
        assertThat(SystemChanges.read("", 10).paths()).isEmpty();
        assertThat(SystemChanges.read("x\0\0\0=", 10).paths()).isEmpty();
        assertThat(SystemChanges.read("f \u001b[2J\0", 10).paths().getFirst().path())
                .doesNotContain("\u001b");
    }
}
