package dev.belljar.client.command.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the resolver's files are changed where necessary, once.
class HostFixTest {
    @ParameterizedTest
    @CsvSource({
        "files mdns4_minimal [NOTFOUND=return] dns,files mdns4_minimal [NOTFOUND=return] mdns4 dns",
        "files dns,files mdns4 dns",
        "files,files mdns4",
        "files mymachines resolve [!UNAVAIL=return] dns,files mymachines mdns4 resolve [!UNAVAIL=return] dns",
    })
    void theHostsLineGetsMdns4BeforeDnsAndResolve(String before, String after) {
        String text = "passwd: files\nhosts: " + before + "\nnetworks: files\n";
        String fixed = HostFix.nameSwitch(text);
        assertThat(fixed).isEqualTo("passwd: files\nhosts:          " + after + "\nnetworks: files\n");
        assertThat(HostFix.nameSwitch(fixed)).isEqualTo(fixed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "passwd: files\n"})
    void aFileWithoutAHostsLineGetsOne(String text) {
        assertThat(HostFix.nameSwitch(text)).isEqualTo(text + "hosts: files mdns4 dns\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".local.\n.local\n", ".sandbox.local.\n"})
    void namesOfSandboxesAreAddedToTheAllowedNames(String text) {
        String fixed = HostFix.allow(text, "hosts: files mdns4_minimal dns\n");
        assertThat(fixed.lines()).contains(".sandbox.local.", ".sandbox.local").doesNotHaveDuplicates();
        assertThat(fixed.lines()).containsAll(text.lines().toList());
        assertThat(HostFix.allow(fixed, "")).isEqualTo(fixed);
    }

    @ParameterizedTest
    @CsvSource({"files mdns4 dns,true", "files mdns4_minimal mdns4 dns,false", "files dns,false"})
    void localNamesThatResolvedWithoutTheFileStayAllowed(String hosts, boolean others) {
        assertThat(HostFix.allow("", "hosts: " + hosts + "\n").lines().toList().contains(".local."))
                .isEqualTo(others);
    }
}
