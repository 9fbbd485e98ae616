package io.tidings.runtime.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PROXY. */
class OutgoingProxyTest {
    private static final InetAddress PUBLIC = InetAddress.ofLiteral("93.184.216.34");
    private static final OutgoingProxy PROXY = OutgoingProxy.parse("http://proxy.example:3128", null, List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "proxy.example:3128",
                "http://proxy.example",
                "http://proxy.example:0",
                "http://proxy.example:65536",
                "http://user:hush@proxy.example:3128",
                "http://proxy.example:3128/path"
            })
    void whatIsNoProxyIsRefusedWithoutShowingIt(String url) {
        assertThatThrownBy(() -> OutgoingProxy.parse(url, null, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("http://host:port")
                .hasMessageNotContaining("hush");
    }

    /** HttpCore's sessions take one layer of TLS, which is the endpoint's. */
    @Test
    void aProxyOverTlsIsRefusedWithAWayOut() {
        assertThatThrownBy(() -> OutgoingProxy.parse("HTTPS://user:hush@proxy.example:3128", null, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("over TLS is not supported", "stunnel")
                .hasMessageNotContaining("hush");
    }

    @Test
    void credentialsWithoutAUserAreRefusedWithoutShowingThem() {
        for (var credentials : List.of("hush", ":hush")) {
            assertThatThrownBy(() -> OutgoingProxy.parse("http://proxy.example:3128", credentials, List.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("user:password")
                    .hasMessageNotContaining("hush");
        }
    }

    @Test
    void aNameIsReachedDirectlyWithAllBelowIt() {
        for (var entry : List.of("inner.example", ".inner.example", "*.Inner.example")) {
            var proxy = bypassing(entry);
            assertThat(proxy.bypassed("inner.example", PUBLIC)).isTrue();
            assertThat(proxy.bypassed("A.inner.EXAMPLE", PUBLIC)).isTrue();
            assertThat(proxy.bypassed("dinner.example", PUBLIC)).isFalse();
            assertThat(proxy.bypassed("inner.example.com", PUBLIC)).isFalse();
        }
    }

    @Test
    void aNetworkIsReachedDirectlyWhateverTheName() {
        var proxy = bypassing("93.184.0.0/16");
        assertThat(proxy.bypassed("any.example", PUBLIC)).isTrue();
        assertThat(proxy.bypassed("any.example", InetAddress.ofLiteral("93.185.0.1")))
                .isFalse();
        assertThat(bypassing("fd00::/8").bypassed("any.example", InetAddress.ofLiteral("fd00::1")))
                .isTrue();
    }

    @Test
    void whatCannotBeBypassedIsRefused() {
        assertThatThrownBy(() -> bypassing("10.0.0.0/99")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bypassing("a b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void connectNamesTheAddressAndTheUser() {
        var proxy = OutgoingProxy.parse("http://proxy.example:3128", "user:hush", List.of());
        assertThat(new String(proxy.connect(new InetSocketAddress(PUBLIC, 443)), ISO_8859_1))
                .isEqualTo("""
                    CONNECT 93.184.216.34:443 HTTP/1.1\r
                    Host: 93.184.216.34:443\r
                    Proxy-Authorization: Basic dXNlcjpodXNo\r
                    \r
                    """);
        var six = new InetSocketAddress(InetAddress.ofLiteral("::1"), 80);
        assertThat(new String(PROXY.connect(six), ISO_8859_1)).startsWith("CONNECT [0:0:0:0:0:0:0:1]:80 HTTP/1.1\r\n");
        assertThat(proxy).hasToString("proxy.example:3128");
    }

    @Test
    void anAnswerMayComeInPieces() throws Exception {
        var answer = new ConnectAnswer(PROXY);
        assertThat(answer.complete(bytes("HTTP/1.1 200 Fine\r\nVia: me\r"))).isFalse();
        assertThat(answer.complete(bytes("\n\r\n"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 403, 410, 502})
    void aRefusalNamesTheProxyAndMayBeTheEndpointsFault(int status) {
        assertThatThrownBy(() -> new ConnectAnswer(PROXY).complete(bytes("HTTP/1.1 " + status + " No\r\n\r\n")))
                .isInstanceOfSatisfying(
                        ProxyException.class,
                        refused -> assertThat(refused.away()).isFalse())
                .hasMessage("the proxy proxy.example:3128 answered " + status + " to CONNECT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 407 Who?\r\n\r\n",
                "HTTP/1.0 401 No\r\n\r\n",
                "SSH-2.0-x\r\n\r\n",
                "HTTP/1.1 200 Fine\r\n\r\nHTTP/1.1 200"
            })
    void aProxyThatServesNobodyIsNotTheEndpointsFault(String head) {
        assertThatThrownBy(() -> new ConnectAnswer(PROXY).complete(bytes(head)))
                .isInstanceOfSatisfying(
                        ProxyException.class,
                        failure -> assertThat(failure.away()).isTrue());
    }

    private static OutgoingProxy bypassing(String entry) {
        return OutgoingProxy.parse("http://proxy.example:3128", null, List.of(entry));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }
}
