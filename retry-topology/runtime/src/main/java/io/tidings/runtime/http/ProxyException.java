package io.tidings.runtime.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The failure of the proxy to connect to an endpoint; the message names the proxy. */
public final class ProxyException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean away;

    private ProxyException(OutgoingProxy proxy, String problem, boolean away, @Nullable Throwable cause) {
        super("the proxy " + proxy + " " + problem, cause);
        this.away = away;
    }

    /** Returns that the proxy connects to no endpoint, which says nothing about this one. */
    public static ProxyException away(OutgoingProxy proxy, String problem, @Nullable Throwable cause) {
        return new ProxyException(proxy, problem, true, cause);
    }

    /** Returns that the proxy does not connect to this endpoint, as when the endpoint cannot be reached. */
    public static ProxyException refused(OutgoingProxy proxy, String problem) {
        return new ProxyException(proxy, problem, false, null);
    }

    public boolean away() {
        return away;
    }
}
