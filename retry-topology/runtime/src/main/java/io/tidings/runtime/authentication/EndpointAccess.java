package io.tidings.runtime.authentication;

import io.tidings.contract.subscription.AzureApplication;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.runtime.certificate.TlsNames;
import org.jspecify.annotations.Nullable;

/**
 * The proof that a subscription's endpoint asks of those who send to it.
 *
 * @param oauth2 null if requests carry no such token
 * @param azure null if requests carry no token of a Microsoft Entra application
 * @param tls null for no client certificate and the JDK's trust
 */
public record EndpointAccess(
        @Nullable OAuth2 oauth2,
        @Nullable AzureApplication azure,
        @Nullable TlsNames tls) {
    /** Returns null if anybody may send. */
    public static @Nullable EndpointAccess of(Subscription subscription) {
        var authentication = subscription.extensions().authentication();
        var azure = subscription.destination() instanceof Webhook webhook ? webhook.azure() : null;
        boolean tls = authentication.identity() != null || authentication.trust() != null;
        return authentication.oauth2() == null && azure == null && !tls
                ? null
                : new EndpointAccess(
                        authentication.oauth2(),
                        azure,
                        tls ? new TlsNames(authentication.identity(), authentication.trust()) : null);
    }

    public boolean byToken() {
        return oauth2 != null || azure != null;
    }
}
