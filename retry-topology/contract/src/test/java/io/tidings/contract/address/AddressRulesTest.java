package io.tidings.contract.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-4: which addresses endpoints may have, in all spellings. */
class AddressRulesTest {
    private final AddressRules rules = new AddressRules(List.of());

    @ParameterizedTest(name = "{0} is refused")
    @MethodSource("io.tidings.testbed.AddressSpellings#ofInside")
    void anAddressOfAPrivateNetworkIsRefused(String host) {
        assertThat(rules.refused(address(host))).isTrue();
    }

    @ParameterizedTest(name = "{0} is allowed")
    @ValueSource(
            strings = {
                "8.8.8.8",
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.1",
                "168.63.129.17",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "134744072",
                "0x08080808",
                "010.8.8.8",
                "[2606:4700:4700::1111]",
                "[::ffff:8.8.8.8]",
                "[64:ff9b::8.8.8.8]",
                "[2002:808:808::1]",
                "[2001:0:808:808::f7f7:f7f7]",
                "[fbff::1]",
                "[2606:4700::5efe:8.8.8.8]",
                "[2606:4700::5eff:127.0.0.1]"
            })
    void aPublicAddressIsAllowed(String host) {
        assertThat(rules.refused(address(host))).isFalse();
    }

    @ParameterizedTest(name = "host {0} is a name")
    @ValueSource(
            strings = {
                "localhost",
                "example.com",
                "1.2.3.4.example.com",
                "256.256.256.256.",
                "08.0.0.1",
                "0x",
                "1.2.3.4.5",
                "",
                ".",
                "deadbeef",
                "10.0.0.x",
                "[::1",
                "[:::1]",
                "4294967296"
            })
    void aNameIsLeftToTheResolver(String host) {
        assertThat(AddressRules.literal(host)).isEmpty();
    }

    @ParameterizedTest(name = "with {0} allowed, {1}: refused {2}")
    @CsvSource({
        "127.0.0.0/8, 127.0.0.1, false",
        "127.0.0.0/8, 10.0.0.1, true",
        "127.0.0.1, 127.0.0.2, true",
        "10.1.0.0/17, 10.1.127.255, false",
        "10.1.0.0/17, 10.1.128.0, true",
        "0.0.0.0/0, 169.254.169.254, false",
        "0.0.0.0/0, [::1], true",
        "::/0, [fe80::1], false",
        "::1/128, [::1], false",
        "127.0.0.0/8, [::ffff:127.0.0.1], false",
        "10.0.0.0/8, [64:ff9b::10.0.0.1], false",
        "64:ff9b::/96, [64:ff9b::10.0.0.1], false"
    })
    void anAllowedNetworkIsNotRefused(String network, String host, boolean refused) {
        assertThat(AddressRules.allowing(List.of(network)).refused(address(host)))
                .isEqualTo(refused);
    }

    @ParameterizedTest(name = "network {0}")
    @ValueSource(strings = {"localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "fd00::/129", "", "/8", "10/8/8"})
    void anInvalidNetworkIsNamed(String cidr) {
        assertThatThrownBy(() -> AddressRules.allowing(List.of(cidr)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("\"" + cidr + "\" is no network");
    }

    @Test
    void aNetworkPrintsAsItIsWritten() {
        assertThat(Network.parse("10.0.0.0/8")).hasToString("10.0.0.0/8");
    }

    private static InetAddress address(String host) {
        return AddressRules.literal(host).orElseThrow();
    }
}
