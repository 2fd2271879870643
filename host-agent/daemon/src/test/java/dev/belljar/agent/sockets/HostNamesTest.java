package dev.belljar.agent.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.packet.IpAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests how the host's own files of names and name servers are read.
class HostNamesTest {
    @TempDir
    private Path folder;

    @Test
    void theHostsFileGivesTheIpv4AddressesOfItsNames() throws Exception {
        HostsFile hosts = new HostsFile(Files.writeString(folder.resolve("hosts"), """
                # 10.0.0.9 comment
                127.0.0.1\tlocalhost
                10.0.0.5   Build.corp.example build # the build server
                10.0.0.6 build
                ::1 localhost six
                10.0.0.256 wrong
                nonsense
                10.0.0.7
                """));
        assertThat(hosts.addresses("build")).containsExactly(IpAddress.four(10, 0, 0, 5), IpAddress.four(10, 0, 0, 6));
        assertThat(hosts.addresses("build.corp.example")).containsExactly(IpAddress.four(10, 0, 0, 5));
        assertThat(hosts.addresses("localhost")).containsExactly(IpAddress.four(127, 0, 0, 1));
        assertThat(hosts.addresses("six")).isEmpty();
        assertThat(hosts.addresses("wrong")).isEmpty();
        assertThat(hosts.addresses("comment")).isEmpty();
        assertThat(hosts.addresses("#")).isEmpty();
    }

    @Test
    void aHostsFileThatIsMissingOrHugeIsNoFault() throws Exception {
        assertThat(new HostsFile(folder.resolve("none")).addresses("a")).isEmpty();
        Path huge = Files.writeString(
                folder.resolve("huge"),
                "10.0.0.1 first\n" + "0.0.0.0 ad.example\n".repeat(200_000) + "10.0.0.2 last\n");
        HostsFile hosts = new HostsFile(huge);
        assertThat(hosts.addresses("first")).hasSize(1);
        assertThat(hosts.addresses("last")).isEmpty();
    }

    @Test
    void theLastSearchListCounts() throws Exception {
        ResolvConf conf = new ResolvConf(Files.writeString(folder.resolve("resolv.conf"), """
                nameserver 192.0.2.53
                domain old.example
                search Corp.Example. lab.example -bad- . a/b
                nameserver nonsense
                """));
        assertThat(conf.servers()).hasSize(1);
        assertThat(conf.domains()).containsExactly("corp.example", "lab.example");
        assertThat(new ResolvConf(folder.resolve("none")).domains()).isEmpty();
    }
}
