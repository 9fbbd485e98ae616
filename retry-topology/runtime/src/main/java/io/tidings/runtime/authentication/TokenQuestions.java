package io.tidings.runtime.authentication;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.impl.ECDSA;
import com.nimbusds.jose.util.X509CertUtils;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.JWTAuthenticationClaimsSet;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.id.ClientID;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.SignedAssertion;
import io.tidings.runtime.certificate.SigningKey;
import io.tidings.runtime.http.HttpQuestion;
import java.net.URI;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.util.HashMap;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests for access tokens with the client credentials grant (RFC 6749 §4.4), as Nimbus' SDK writes them.
 *
 * @param keys of the identities that sign assertions; null for one that this program lacks
 */
record TokenQuestions(Function<String, @Nullable SigningKey> keys) {
    /** @throws JOSEException if the key of the identity cannot sign */
    HttpQuestion of(OAuth2 client) throws JOSEException {
        var request = new TokenRequest.Builder(client.tokenUrl(), authentication(client), new ClientCredentialsGrant());
        if (client.scope() != null) {
            request.scope(Scope.parse(client.scope()));
        }
        if (client.audience() != null) {
            request.customParameter("audience", client.audience());
        }
        var message = request.build().toHTTPRequest();
        var headers = new HashMap<String, String>();
        message.getHeaderMap()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        headers.put("accept", "application/json");
        return new HttpQuestion(
                message.getMethod().name(),
                client.tokenUrl(),
                headers,
                message.getBody() == null ? "" : message.getBody());
    }

    private ClientAuthentication authentication(OAuth2 client) throws JOSEException {
        var id = new ClientID(client.clientId());
        return switch (client.clientAuthentication()) {
            case ClientSecret(var value, var place) ->
                switch (place) {
                    case BASIC -> new ClientSecretBasic(id, new Secret(value));
                    case POST -> new ClientSecretPost(id, new Secret(value));
                };
            case SignedAssertion(var identity) -> assertion(id, client.tokenUrl(), keys.apply(identity));
        };
    }

    /** Names the certificate by its thumbprint, by which Microsoft Entra finds the key. */
    private static ClientAuthentication assertion(ClientID id, URI tokenUrl, @Nullable SigningKey signing)
            throws JOSEException {
        if (signing == null) {
            throw new JOSEException("it is missing"); // the files have changed since the delivery was let through
        }
        var claims = new JWTAuthenticationClaimsSet(id, new Audience(tokenUrl));
        var thumbprint = X509CertUtils.computeSHA256Thumbprint(signing.certificate());
        return new PrivateKeyJWT(claims, algorithm(signing.key()), signing.key(), null, null, thumbprint, null);
    }

    private static JWSAlgorithm algorithm(PrivateKey key) throws JOSEException {
        return switch (key) {
            case ECPrivateKey curve -> ECDSA.resolveAlgorithm(curve);
            case RSAPrivateKey _ -> JWSAlgorithm.RS256;
            default -> throw new JOSEException("it must be an RSA key or one of an elliptic curve such as P-256");
        };
    }
}
