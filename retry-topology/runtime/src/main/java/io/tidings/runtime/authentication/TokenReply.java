package io.tidings.runtime.authentication;

import java.time.Duration;

/** The end of a request for an access token. */
public sealed interface TokenReply {
    /** @param life from its issue until it expires */
    record Issued(String value, Duration life) implements TokenReply {
        /** Leaves the token out. */
        @Override
        public String toString() {
            return "Issued[" + life + "]";
        }
    }

    /**
     * @param sentence the reason, for people; holds no secret
     * @param proxyAway whether nothing was asked because the proxy serves nobody for now
     */
    record Refused(String sentence, boolean proxyAway) implements TokenReply {
        public Refused(String sentence) {
            this(sentence, false);
        }
    }
}
