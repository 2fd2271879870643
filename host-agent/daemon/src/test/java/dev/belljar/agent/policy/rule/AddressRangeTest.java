package dev.belljar.agent.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which addresses are public, and which are in a range.
class AddressRangeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.1.2.3",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.170",
                "192.168.1.1",
                "192.0.2.1",
                "168.63.129.16",
                "203.0.113.9",
                "2001:db8::1",
                "198.19.0.1",
                "224.0.0.251",
                "255.255.255.255",
                "::",
                "::1",
                "fe80::1",
                "fd00::1",
                "fc00::1",
                "ff02::1",
                "64:ff9b::a00:1",
                "64:ff9b:1::1",
                "2002:a00:1::",
                "2001::1",
                "::10.0.0.1",
                "fec0::1",
                "100::1",
            })
    void aNonPublicAddressIsSpecial(String address) {
        assertThat(AddressRange.parse(address))
                .hasValueSatisfying(range -> assertThat(range.special()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "192.169.0.0",
                "223.255.255.255",
                "2606:4700::1",
            })
    void aPublicAddressIsNotSpecial(String address) {
        assertThat(AddressRange.parse(address))
                .hasValueSatisfying(range -> assertThat(range.special()).isFalse());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0/0", "8.0.0.0/6", "::/0", "192.0.0.0/8"})
    void aRangeWithPublicAddressesNamesNoSpecialAddress(String range) {
        assertThat(Words.compiled("allow " + range).namesAddress()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/8", "10.1.0.0/16", "127.0.0.1", "1.1.1.1", "fd00::/8"})
    void aRangeOfSpecialAddressesNamesThem(String range) {
        assertThat(Words.compiled("allow " + range).namesAddress()).isTrue();
    }

    @Property
    void aRangeContainsItsAddresses(
            @ForAll @Size(min = 4, max = 4) byte[] bytes, @ForAll @IntRange(min = 0, max = 32) int prefix) {
        int bits = (bytes[0] & 255) << 24 | (bytes[1] & 255) << 16 | (bytes[2] & 255) << 8 | (bytes[3] & 255);
        int mask = prefix == 0 ? 0 : -1 << (32 - prefix);
        AddressRange address = AddressRange.parse(text(bits)).orElseThrow();
        AddressRange range =
                AddressRange.parse(text(bits & mask) + "/" + prefix).orElseThrow();
        assertThat(range.contains(address)).isTrue();
        if (prefix > 0) {
            int other = bits ^ 1 << (32 - prefix);
            assertThat(range.contains(AddressRange.parse(text(other)).orElseThrow()))
                    .isFalse();
        }
    }

    private static String text(int bits) {
        return (bits >>> 24) + "." + (bits >>> 16 & 255) + "." + (bits >>> 8 & 255) + "." + (bits & 255);
    }
}
