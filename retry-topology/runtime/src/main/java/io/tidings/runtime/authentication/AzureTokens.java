package io.tidings.runtime.authentication;

import io.tidings.contract.subscription.AzureApplication;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import java.net.URI;

/**
 * The credentials for the tokens of Microsoft Entra applications, which Event Grid has by itself.
 *
 * @param tokenUrl with {@code {tenant}} for the tenant
 */
record AzureTokens(String tokenUrl, String clientId, String clientSecret) {
    static final String TENANT = "{tenant}";

    OAuth2 of(AzureApplication application) {
        return new OAuth2(
                URI.create(tokenUrl.replace(TENANT, application.tenant())),
                clientId,
                new ClientSecret(clientSecret, Place.POST),
                application.application() + "/.default",
                null);
    }

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "AzureTokens[" + clientId + "]";
    }
}
