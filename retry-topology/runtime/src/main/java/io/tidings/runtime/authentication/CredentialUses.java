package io.tidings.runtime.authentication;

import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.runtime.AllowedUse;
import io.tidings.runtime.certificate.CertificateFiles;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The uses that the credentials of the settings are for (B-AUTH-4). A credential that another team's subscription could
 * name would sign for it, or send its tokens elsewhere.
 *
 * @param applications by the id or URI of a Microsoft Entra application; several settings may name the same one
 * @param stated whether a credential may be used only for what its settings state
 */
record CredentialUses(
        Map<String, AllowedUse> identities,
        Map<String, AllowedUse> trusts,
        Map<String, List<AllowedUse>> applications,
        boolean stated) {
    static final String APPLICATION = "oauth.azure.application.";

    static final CredentialUses ANY = new CredentialUses(Map.of(), Map.of(), Map.of(), false);

    private static final String AUTHENTICATION = "properties.tidings.authentication.";

    CredentialUses {
        identities = Map.copyOf(identities);
        trusts = Map.copyOf(trusts);
        applications = Map.copyOf(applications);
    }

    CredentialUses onlyAsStated() {
        return new CredentialUses(identities, trusts, applications, true);
    }

    /** Returns the rules that a subscription breaks with the credentials that it names. */
    List<Violation> brokenBy(Subscription subscription) {
        var violations = new ArrayList<Violation>();
        if (!(subscription.destination() instanceof Webhook webhook)) {
            return violations;
        }
        var topic = subscription.key().topic();
        var endpoint = webhook.endpoint();
        var authentication = subscription.extensions().authentication();
        named(authentication.identity(), identities, CertificateFiles.IDENTITY, topic, List.of(endpoint))
                .forEach(rule -> violations.add(new Violation(AUTHENTICATION + "identity", rule)));
        named(authentication.trust(), trusts, CertificateFiles.TRUST, topic, List.of(endpoint))
                .forEach(rule -> violations.add(new Violation(AUTHENTICATION + "trust", rule)));
        var oauth2 = authentication.oauth2();
        if (oauth2 != null) {
            var urls = List.of(endpoint, oauth2.tokenUrl());
            named(oauth2.signingIdentity(), identities, CertificateFiles.IDENTITY, topic, urls)
                    .forEach(rule -> violations.add(new Violation(AUTHENTICATION + "oauth2.identity", rule)));
        }
        if (webhook.azure() != null && oauth2 == null) {
            var application = webhook.azure().application();
            if (!allowed(applications.get(application), topic, endpoint)) {
                violations.add(new Violation(
                        "properties.destination.properties.azureActiveDirectoryApplicationIdOrUri",
                        notFor(application, topic, APPLICATION + "NAME")));
            }
        }
        return violations;
    }

    private boolean allowed(@Nullable List<AllowedUse> uses, String topic, URI endpoint) {
        return uses == null
                ? !stated && applications.isEmpty()
                : uses.stream().anyMatch(use -> allowed(use, topic, List.of(endpoint)));
    }

    private boolean allowed(AllowedUse use, String topic, Collection<URI> urls) {
        return (!stated || use.statesTopicsAndOrigins()) && use.covers(topic, urls.stream());
    }

    /** The sentence is the same for a name that exists and one that does not. */
    private Stream<String> named(
            @Nullable String name, Map<String, AllowedUse> uses, String prefix, String topic, List<URI> urls) {
        return name == null || allowed(uses.getOrDefault(name, AllowedUse.UNSTATED), topic, urls)
                ? Stream.empty()
                : Stream.of(notFor(name, topic, prefix + name));
    }

    private static String notFor(String name, String topic, String setting) {
        return "must not be " + name + " for topic " + topic + " and these URLs; " + setting + AllowedUse.TOPICS
                + " and " + AllowedUse.ORIGINS
                + ", the same for ingest-service and delivery-worker, say what it is for";
    }
}
