package io.tidings.runtime.authentication;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.Subscription;
import io.tidings.runtime.authentication.TokenReply.Issued;
import io.tidings.runtime.certificate.CertificateFiles;
import io.tidings.runtime.certificate.TlsContext;
import io.tidings.runtime.certificate.TlsNames;
import io.tidings.runtime.http.CheckedClient;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.runtime.metric.Metric;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The credentials that this program can show to endpoints: access tokens, client certificates and private trust. Thread-safe. */
public final class EndpointCredentials implements AutoCloseable {
    /** Of a request for a token, from the lookup to the end of the response. */
    public static final Duration TOKEN_LIMIT = Duration.ofSeconds(10);

    private static final int TOKENS_AT_ONCE = 64;

    private final String program;
    private final CredentialSettings settings;
    private final CertificateFiles certificates;
    private final TokenClient client;
    private final TokenCache tokens;
    private final Counter issued;
    private final Counter refused;

    private EndpointCredentials(
            String program,
            CredentialSettings settings,
            CertificateFiles certificates,
            TokenClient client,
            MeterRegistry registry) {
        this.program = program;
        this.settings = settings;
        this.certificates = certificates;
        this.client = client;
        tokens = new TokenCache(this::fetch, System::nanoTime);
        issued = Metric.TOKEN_REQUESTS.counter(registry, "result", "issued");
        refused = Metric.TOKEN_REQUESTS.counter(registry, "result", "refused");
    }

    /**
     * @param program its name in sentences
     * @param proxy null for none
     */
    public static EndpointCredentials open(
            String program,
            CredentialSettings settings,
            EndpointRules urls,
            AddressRules addresses,
            @Nullable OutgoingProxy proxy,
            MeterRegistry registry) {
        var certificates = CertificateFiles.open(settings.identities(), settings.trusts());
        var http = CheckedClient.open("the token endpoint", urls, addresses, proxy, TOKEN_LIMIT, TOKENS_AT_ONCE);
        return new EndpointCredentials(
                program,
                settings,
                certificates,
                new TokenClient(http, new TokenQuestions(certificates::signingKey)),
                registry);
    }

    private CompletableFuture<TokenReply> fetch(OAuth2 oauth2) {
        return client.fetch(oauth2).thenApply(reply -> {
            (reply instanceof Issued ? issued : refused).increment();
            return reply;
        });
    }

    /** Returns why this program cannot send to the endpoint for now, which is not the endpoint's fault; null if it can. */
    public @Nullable String hindrance(Subscription subscription) {
        var access = EndpointAccess.of(subscription);
        if (access == null) {
            return null;
        }
        var broken = settings.brokenBy(subscription);
        return broken.isEmpty() ? hindrance(access) : program + " sends nothing: " + broken.getFirst();
    }

    private @Nullable String hindrance(EndpointAccess access) {
        if (access.oauth2() == null && access.azure() != null && settings.azureMissing(program) != null) {
            return settings.azureMissing(program);
        }
        var signing = access.oauth2() == null ? null : access.oauth2().signingIdentity();
        var unsigned = signing == null ? null : certificates.missing(new TlsNames(signing, null), program);
        return unsigned == null && access.tls() != null ? certificates.missing(access.tls(), program) : unsigned;
    }

    /**
     * Returns a completed future if the token is known, or known not to be had for now.
     *
     * @param access by token, without a hindrance
     */
    public CompletableFuture<TokenReply> token(EndpointAccess access) {
        return tokens.token(oauth2(access));
    }

    /** Returns the reply that takes the place of a refused token; empty if another one would be refused as well. */
    public Optional<CompletableFuture<TokenReply>> renewed(EndpointAccess access, Issued refusedToken) {
        return tokens.renewed(oauth2(access), refusedToken);
    }

    private OAuth2 oauth2(EndpointAccess access) {
        if (access.oauth2() != null) {
            return access.oauth2();
        }
        if (access.azure() == null || settings.azure() == null) {
            throw new IllegalArgumentException("no token can be requested for " + access);
        }
        return settings.azure().of(access.azure());
    }

    /** Returns null if a name is missing. */
    public @Nullable TlsContext tls(TlsNames names) {
        return certificates.of(names);
    }

    @Override
    public void close() {
        certificates.close();
        client.close();
    }
}
