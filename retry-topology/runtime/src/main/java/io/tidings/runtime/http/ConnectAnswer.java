package io.tidings.runtime.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.regex.Pattern;

/** The response of a proxy to CONNECT, which is never a response of the endpoint. */
public final class ConnectAnswer {
    private static final int LONGEST_HEAD = 8 * 1024;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})");
    /** 407, but tinyproxy responds 401 to a wrong password. */
    private static final Set<Integer> UNAUTHENTICATED = Set.of(401, 407);

    private final OutgoingProxy proxy;
    private final StringBuilder head = new StringBuilder();

    public ConnectAnswer(OutgoingProxy proxy) {
        this.proxy = proxy;
    }

    /**
     * Returns whether the tunnel is there; false if more of the response is to come.
     *
     * @throws ProxyException if the proxy responded anything else
     */
    public boolean complete(ByteBuffer received) throws ProxyException {
        head.append(ISO_8859_1.decode(received));
        int end = head.indexOf("\r\n\r\n");
        if (end < 0 && head.length() < LONGEST_HEAD) {
            return false;
        }
        var status = STATUS.matcher(head);
        if (!status.lookingAt()) {
            throw ProxyException.away(proxy, "did not answer CONNECT in HTTP/1.1", null);
        }
        int code = Integer.parseInt(status.group(1));
        if (UNAUTHENTICATED.contains(code)) {
            throw ProxyException.away(proxy, "wants other credentials (it answered " + code + " to CONNECT)", null);
        }
        if (code / 100 != 2) {
            throw ProxyException.refused(proxy, "answered " + code + " to CONNECT");
        }
        if (end + 4 != head.length()) { // an endpoint speaks only when it was spoken to
            throw ProxyException.away(proxy, "sent more than the head of its answer to CONNECT", null);
        }
        return true;
    }
}
