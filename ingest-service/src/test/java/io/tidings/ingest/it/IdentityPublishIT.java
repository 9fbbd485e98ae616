package io.tidings.ingest.it;

import static io.tidings.ingest.it.IngestFixture.ORDERS;
import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.AzureKeyCredential;
import com.azure.core.credential.TokenCredential;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.BinaryData;
import com.azure.messaging.eventgrid.EventGridEvent;
import com.azure.messaging.eventgrid.EventGridPublisherClientBuilder;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import io.tidings.ingest.oidc.IssuedTokens;
import io.tidings.testbed.InstalledPython;
import io.tidings.testbed.NodePackages;
import io.tidings.testbed.client.ClientUse;
import io.tidings.testbed.client.Clients;
import io.tidings.testbed.client.RunsClient;
import io.tidings.testbed.network.TestCertificate;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** B-IDENT-2: publishers whose tokens have the role, and topics that take nothing else. */
class IdentityPublishIT {
    private static final Topics TOPICS = new Topics("identities.");
    private static final KafkaLog LOG = KafkaLog.shared();
    private static final NodePackages NODE =
            new NodePackages("clients", "@azure/eventgrid@5.12.0", "cloudevents@10.0.0");
    private static final Path SCRIPT = Path.of("src", "test", "resources", "identity.cjs");
    private static final InstalledPython PYTHON =
            new InstalledPython("on Debian, apt-get install python3-azure", "azure.eventgrid");
    private static final Path PYTHON_SCRIPT = Path.of("src", "test", "resources", "identity.py");
    private static final String SCOPE = "https://eventgrid.azure.net/.default";
    private static final String DOMAIN = "/domains/tenants/api/events";
    private static final String LOCKED = "/topics/locked/api/events";

    @TempDir
    private static Path folder;

    private static TestCertificate tls;
    private static ScriptedWebhook login;
    private static IssuedTokens issuer;
    private static IngestFixture ingest;

    @BeforeAll
    static void start() throws IOException {
        tls = TestCertificate.make(folder, "EC", "dns:localhost", "ip:127.0.0.1");
        login = ScriptedWebhook.start();
        var realm = login.uri("/realm").toString();
        issuer = new IssuedTokens(realm);
        serves("/realm/.well-known/openid-configuration", """
            {"issuer": "%s", "jwks_uri": "%s/keys"}\
            """.formatted(realm, realm));
        serves("/realm/keys", issuer.published());
        var lines = TokenLines.line("shop", "shop", "publisher", "orders*,locked")
                + TokenLines.line("boss", "boss", "admin", "*")
                + TokenLines.line("viewer", "viewer", "reader", "orders");
        var settings = new HashMap<>(Map.of(
                "https.port", "0",
                "tls.certificate", tls.certificateFile().toString(),
                "tls.key", tls.keyFile().toString(),
                "http.wrong.key.delay", "0s",
                "tokens.file",
                        Files.writeString(folder.resolve("tokens"), lines).toString()));
        settings.putAll(Map.of(
                "oidc.issuer",
                realm,
                "oidc.audience",
                IssuedTokens.AUDIENCE,
                "oidc.role.claim",
                "realm_access.roles",
                "oidc.roles",
                "order-senders=publisher:orders|locked|tenants,events-admins=admin"));
        ingest = IngestFixture.under(TOPICS, settings);
        for (var topic : List.of("orders", "invoices")) {
            assertThat(ingest.manage("PUT", "/topics/" + topic, "{}").statusCode())
                    .isEqualTo(201);
        }
        assertThat(ingest.manage("PUT", "/domains/tenants", "{}").statusCode()).isEqualTo(201);
        var locked = ingest.manage("PUT", "/topics/locked", "{\"properties\":{\"disableLocalAuth\":true}}");
        assertThat(json(locked).at("/properties/disableLocalAuth").booleanValue())
                .isTrue();
    }

    private static void serves(String path, String body) {
        login.answers(
                path,
                ScriptedResponse.computed(
                        _ -> new ScriptedResponse.Status(200, Map.of("Content-Type", "application/json"), body)));
    }

    @AfterAll
    static void stop() {
        ingest.close();
        login.close();
    }

    @Test
    @RunsClient(
            value = "com.azure:azure-messaging-eventgrid",
            version = "azure-eventgrid.version",
            uses = {ClientUse.PUBLISH_WITH_TOKEN, ClientUse.PUBLISH_TO_DOMAIN})
    void theAzureSdkForJavaPublishesWithATokenCredential() {
        var asked = new CopyOnWriteArrayList<String>();
        java(LOCKED, request -> {
                    asked.addAll(request.getScopes());
                    return token(issuer.token("7f3a", "order-senders"));
                })
                .buildEventGridEventPublisherClient()
                .sendEvent(event("java"));
        assertThat(published()).contains("java");
        assertThat(asked).containsOnly(SCOPE);
        java(DOMAIN, _ -> token(issuer.token("7f3a", "order-senders")))
                .buildEventGridEventPublisherClient()
                .sendEvent(event("java-anna").setTopic("anna"));
        assertThat(topicOf("java-anna")).isEqualTo("tenants/anna");
    }

    @Test
    void theAzureSdkForJavaIsToldWhatItLacks() {
        for (var refused : Map.of(issuer.token("7f3a", "events-admins"), 403, "nobody", 401)
                .entrySet()) {
            var client = java(ORDERS, _ -> token(refused.getKey())).buildEventGridEventPublisherClient();
            assertThatThrownBy(() -> client.sendEvent(event("refused")))
                    .isInstanceOfSatisfying(
                            HttpResponseException.class,
                            e -> assertThat(e.getResponse().getStatusCode()).isEqualTo(refused.getValue()));
        }
        var withKey = builder(LOCKED)
                .credential(new AzureKeyCredential(ingest.key("locked", 1)))
                .buildEventGridEventPublisherClient();
        assertThatThrownBy(() -> withKey.sendEvent(event("refused")))
                .isInstanceOf(HttpResponseException.class)
                .hasMessageContaining("401")
                .hasMessageContaining("disableLocalAuth is true");
        assertThat(published()).doesNotContain("refused");
    }

    @Test
    @RunsClient(
            value = "@azure/eventgrid",
            version = "5.12.0",
            uses = {ClientUse.PUBLISH_WITH_TOKEN, ClientUse.PUBLISH_TO_DOMAIN})
    void theAzureSdkForJavaScriptPublishesWithATokenCredential() throws IOException {
        Clients.require(NODE.missing());
        var trust = Map.of("NODE_EXTRA_CA_CERTS", tls.certificateFile().toString());
        assertThat(NODE.run(SCRIPT, trust, https(LOCKED), issuer.token("7f3a", "order-senders"))
                        .strip())
                .isEqualTo("sent " + SCOPE);
        assertThat(published()).contains("js");
        NODE.run(SCRIPT, trust, https(DOMAIN), issuer.token("7f3a", "order-senders"), "anna");
        assertThat(topicOf("js-anna")).isEqualTo("tenants/anna");
        assertThat(NODE.run(SCRIPT, trust, https(LOCKED), issuer.token("7f3a")).strip())
                .isEqualTo("RestError 403");
    }

    @Test
    @RunsClient(
            value = "azure.eventgrid",
            version = "4.9.2 in Debian 12",
            uses = {ClientUse.PUBLISH_WITH_TOKEN, ClientUse.PUBLISH_TO_DOMAIN})
    void theAzureSdkForPythonPublishesWithATokenCredential() throws IOException {
        Clients.require(PYTHON.missing());
        var certificate = tls.certificateFile().toString();
        assertThat(PYTHON.run(PYTHON_SCRIPT, https(LOCKED), issuer.token("7f3a", "order-senders"), certificate)
                        .strip())
                .isEqualTo("sent " + SCOPE);
        assertThat(published()).contains("py");
        PYTHON.run(PYTHON_SCRIPT, https(DOMAIN), issuer.token("7f3a", "order-senders"), certificate, "anna");
        assertThat(topicOf("py-anna")).isEqualTo("tenants/anna");
        assertThat(PYTHON.run(PYTHON_SCRIPT, https(LOCKED), "nobody", certificate)
                        .strip())
                .isEqualTo("ClientAuthenticationError 401");
    }

    @Test
    void aPublisherPublishesToItsTopicsAndSeesAndChangesNothing() {
        assertThat(publish(ORDERS, "shop").statusCode()).isEqualTo(200);
        assertThat(publish(LOCKED, "shop").statusCode()).isEqualTo(200);
        refused(publish("/topics/orders-none/api/events", "shop"), 404, "NotFound/ResourceNotFound");
        for (var path : List.of("/access", "/topics", "/topics/orders", "/overview", "/jobs")) {
            refused(ingest.manageAs("shop", "GET", path, ""), 403, "Forbidden/Forbidden");
        }
        refused(ingest.manageAs("shop", "PUT", "/topics/orders", "{}"), 403, "Forbidden/Forbidden");
        refused(ingest.manageAs("shop", "POST", "/topics/orders/listKeys", ""), 403, "Forbidden/Forbidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"boss", "viewer"})
    void aManagerWithoutTheRolePublishesNothing(String token) {
        var refused = publish(ORDERS, token);
        refused(refused, 403, "Forbidden/Forbidden");
        assertThat(json(refused).at("/error/message").textValue())
                .isEqualTo("this needs the role publisher for the topic; " + token + " does not have it");
        assertThat(refused.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer realm=\"tidings\", error=\"insufficient_scope\"");
    }

    @Test
    void theAdminTokenCannotBeGuessedAtPublishing() {
        var admin = publish(ORDERS, IngestFixture.TOKEN);
        var unknown = publish(ORDERS, "nobody");
        refused(unknown, 401, "Unauthorized/Unauthorized");
        assertThat(admin.statusCode()).isEqualTo(401);
        assertThat(admin.body()).isEqualTo(unknown.body());
        assertThat(unknown.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"tidings\"");
    }

    @Test
    void aTokenOfTheIssuerIsToldWhichClaimHasItsRoles() {
        var refused = publish(ORDERS, issuer.token("7f3a", "others"));
        refused(refused, 403, "Forbidden/Forbidden");
        assertThat(json(refused).at("/error/message").textValue())
                .contains("role publisher", "oidc:7f3a", "the claim realm_access.roles");
        var elsewhere = publish("/topics/invoices/api/events", issuer.token("7f3a", "order-senders"));
        var nowhere = publish("/topics/nowhere/api/events", issuer.token("7f3a", "order-senders"));
        refused(elsewhere, 403, "Forbidden/Forbidden");
        assertThat(elsewhere.body()).isEqualTo(nowhere.body());
    }

    @Test
    void aTopicTakesKeysAgainWhenItsOwnerSaysSo() {
        assertThat(ingest.manage("PUT", "/topics/changed", "{\"properties\":{\"disableLocalAuth\":true}}")
                        .statusCode())
                .isEqualTo(201);
        var events = "/topics/changed/api/events";
        var key = ingest.key("changed", 1);
        refused(ingest.post(events, EveryApiCall.EVENT, "aeg-sas-key", key), 401, "Unauthorized/Unauthorized");
        for (var change : Map.of("false", 200, "true", 401, "null", 200).entrySet()) {
            var body = "{\"properties\":{\"disableLocalAuth\":" + change.getKey() + "}}";
            assertThat(ingest.manage("PATCH", "/topics/changed", body).statusCode())
                    .isEqualTo(200);
            assertThat(ingest.post(events, EveryApiCall.EVENT, "aeg-sas-key", key)
                            .statusCode())
                    .as(change.getKey())
                    .isEqualTo(change.getValue());
        }
    }

    private static HttpResponse<String> publish(String path, String token) {
        return ingest.post(path, EveryApiCall.EVENT, "Authorization", "Bearer " + token);
    }

    private static List<String> published() {
        return LOG.last(TOPICS.events(), Long.MAX_VALUE).stream()
                .map(record -> KafkaLog.value(record).path("id").textValue())
                .toList();
    }

    /** Returns the topic of a published event. */
    private static String topicOf(String id) {
        return LOG.last(TOPICS.events(), Long.MAX_VALUE).stream()
                .filter(record -> KafkaLog.value(record).path("id").textValue().equals(id))
                .map(record -> HeaderText.orEmpty(record.headers(), HeaderNames.TOPIC))
                .findFirst()
                .orElseThrow();
    }

    private static EventGridEvent event(String id) {
        return new EventGridEvent("/", "t", BinaryData.fromObject(Map.of()), "1").setId(id);
    }

    private static EventGridPublisherClientBuilder java(String path, TokenCredential credential) {
        return builder(path).credential(credential);
    }

    private static EventGridPublisherClientBuilder builder(String path) {
        var http = HttpClient.newBuilder().sslContext(tls.trusting());
        return new EventGridPublisherClientBuilder()
                .endpoint(https(path))
                .httpClient(new JdkHttpClientBuilder(http).build());
    }

    private static Mono<AccessToken> token(String text) {
        return Mono.just(
                new AccessToken(text, OffsetDateTime.now(ZoneOffset.UTC).plusHours(1)));
    }

    private static String https(String path) {
        return "https://localhost:" + ingest.program.httpsPort() + path;
    }
}
