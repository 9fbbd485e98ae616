package io.tidings.runtime.authentication;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.token.AccessTokenType;
import io.tidings.contract.subscription.HeaderRules;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.runtime.authentication.TokenReply.Issued;
import io.tidings.runtime.authentication.TokenReply.Refused;
import io.tidings.runtime.http.CheckedClient;
import io.tidings.runtime.http.HttpQuestion;
import io.tidings.runtime.http.HttpReply;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests access tokens with the client credentials grant (RFC 6749 §4.4). Nimbus' SDK writes and reads the messages;
 * they are sent like all requests to servers that subscriptions name.
 */
final class TokenClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TokenClient.class);

    /** The life of a token whose endpoint does not state one. */
    private static final Duration UNSTATED_LIFE = Duration.ofMinutes(5);

    private static final int LONGEST_DESCRIPTION = 200;

    private final CheckedClient http;
    private final TokenQuestions questions;

    TokenClient(CheckedClient http, TokenQuestions questions) {
        this.http = http;
        this.questions = questions;
    }

    /** Returns a future that never completes exceptionally. */
    CompletableFuture<TokenReply> fetch(OAuth2 client) {
        return CompletableFuture.supplyAsync(() -> ask(client), TokenClient::inNewThread)
                .exceptionally(failure -> {
                    LOG.error("a token could not be requested at {}", at(client), failure);
                    return new Refused("the token could not be requested: " + at(client));
                });
    }

    private static void inNewThread(Runnable task) {
        Thread.ofVirtual().name("token-request").start(task);
    }

    private TokenReply ask(OAuth2 client) {
        HttpQuestion question;
        try {
            question = questions.of(client);
        } catch (JOSEException e) {
            return new Refused("no assertion could be signed with the key of the identity " + client.signingIdentity()
                    + ": " + e.getMessage());
        }
        return switch (http.send(question, null)) {
            case HttpReply.WholeResponse received -> replyOf(client, received);
            case HttpReply.ResponseMissing(var reason, var _) -> new Refused(reason + ": " + at(client));
            case HttpReply.ProxyUnavailable(var reason) -> new Refused(reason + ": " + at(client), true);
            case HttpReply.RequestWithheld(var reason) -> new Refused(reason + ": " + at(client));
        };
    }

    static TokenReply replyOf(OAuth2 client, HttpReply.WholeResponse received) {
        var message = new HTTPResponse(received.status());
        received.header("content-type").ifPresent(type -> message.setHeader("Content-Type", type));
        message.setBody(received.body());
        try {
            var response = TokenResponse.parse(message);
            return response.indicatesSuccess()
                    ? issued(client, response.toSuccessResponse().getTokens().getAccessToken())
                    : refused(
                            client,
                            received.status(),
                            response.toErrorResponse().getErrorObject());
        } catch (ParseException e) {
            return new Refused("the token endpoint responded " + received.status()
                    + " without a token that can be read: " + at(client));
        }
    }

    private static TokenReply issued(OAuth2 client, AccessToken token) {
        if (!AccessTokenType.BEARER.equals(token.getType())) {
            return new Refused("the token endpoint responded with a token that is no bearer token: " + at(client));
        }
        if (!HeaderRules.legalValue(token.getValue())) {
            return new Refused("the token endpoint responded with a token that fits into no header: " + at(client));
        }
        return new Issued(
                token.getValue(), token.getLifetime() > 0 ? Duration.ofSeconds(token.getLifetime()) : UNSTATED_LIFE);
    }

    private static TokenReply refused(OAuth2 client, int status, @Nullable ErrorObject error) {
        var said = new StringBuilder("the token endpoint responded ").append(status);
        if (error != null && error.getCode() != null) {
            said.append(' ').append(error.getCode());
        }
        if (error != null && error.getDescription() != null) {
            said.append(" (").append(shown(error.getDescription())).append(')');
        }
        var sentence = said.append(": ").append(at(client)).toString();
        var secret = client.clientSecret();
        return new Refused(secret == null ? sentence : sentence.replace(secret, "…"));
    }

    private static String shown(String description) {
        var printable = description.replaceAll("\\p{Cntrl}", " ");
        return printable.length() <= LONGEST_DESCRIPTION
                ? printable
                : printable.substring(0, LONGEST_DESCRIPTION) + "…";
    }

    /** Host and port; the rest of the URL may hold a secret. */
    private static String at(OAuth2 client) {
        URI url = client.tokenUrl();
        return url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    @Override
    public void close() {
        http.close();
    }
}
