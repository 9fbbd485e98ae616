package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.AccessToken;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.management.AzureEnvironment;
import com.azure.core.management.exception.ManagementException;
import com.azure.core.management.profile.AzureProfile;
import com.azure.core.util.Context;
import com.azure.resourcemanager.resources.ResourceManager;
import com.azure.resourcemanager.resources.fluent.models.GenericResourceInner;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.Topics;
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
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** B-ARM-1: Azure's management clients, unmodified, with a base URL and a static credential only. */
@Order(1)
class ArmClientsIT {
    private static final Path SCRIPT = Path.of("src", "test", "resources", "arm.cjs");
    private static final NodePackages NODE = new NodePackages("arm", "@azure/arm-eventgrid@14.1.0");
    private static final Path PYTHON_SCRIPT = Path.of("src", "test", "resources", "arm.py");
    private static final InstalledPython PYTHON =
            new InstalledPython("on Debian, apt-get install python3-azure", "azure.mgmt.eventgrid");
    private static final Path AZ_SCRIPT = Path.of("src", "test", "resources", "az.py");
    private static final InstalledPython AZ = new InstalledPython("on Debian, apt-get install azure-cli", "azure.cli");
    private static final String VERSION = "2022-06-15";
    private static final String SUBSCRIPTION = "8b1f3d52-0000-4000-8000-000000000001";
    private static final String PROVIDER =
            "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/Shop/providers/Microsoft.EventGrid";
    private static final String TOPICS = PROVIDER + "/topics";
    private static final String DOMAINS = PROVIDER + "/domains";

    @TempDir
    private static Path folder;

    private static TestCertificate tls;
    private static ScriptedWebhook webhook;
    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        tls = TestCertificate.make(folder, "EC", "dns:localhost", "ip:127.0.0.1");
        webhook = ScriptedWebhook.start();
        webhook.answers("/willing", ScriptedResponse.agreeing());
        webhook.answers("/unwilling", ScriptedResponse.status(500));
        ingest = IngestFixture.under(
                new Topics("arm-clients."),
                Map.of(
                        "arm.tools", "true",
                        "https.port", "0",
                        "tls.certificate", tls.certificateFile().toString(),
                        "tls.key", tls.keyFile().toString(),
                        "webhook.validation", "true",
                        "endpoint.allow.http", "true",
                        "endpoint.allow.networks", "127.0.0.0/8,::1/128"));
    }

    @AfterAll
    static void stop() {
        ingest.close();
        webhook.close();
    }

    @Test
    @RunsClient(
            value = "@azure/arm-eventgrid",
            version = "14.1.0",
            uses = {ClientUse.MANAGE, ClientUse.MANAGE_DOMAINS})
    void theManagementSdkForJavaScriptManagesTopicsAndSubscriptions() throws IOException {
        Clients.require(NODE.missing());
        var said = json(NODE.run(
                SCRIPT,
                Map.of("NODE_EXTRA_CA_CERTS", tls.certificateFile().toString()),
                address(),
                IngestFixture.TOKEN,
                SUBSCRIPTION,
                webhook.uri("").toString()));
        topicsOf(said.path("topics"));
        subscriptionsOf(said.path("subscriptions"));
        domainsOf(said.path("domains"));
        assertThat(said.at("/refused/statusCode").intValue()).isEqualTo(400);
        assertThat(said.at("/refused/code").textValue()).isEqualTo("BadRequest");
        assertThat(said.at("/missing/statusCode").intValue()).isEqualTo(404);
        assertThat(said.path("failed").textValue())
                .contains("EndpointValidationFailed")
                .contains("500");
        assertThat(said.path("left").intValue()).isZero();
    }

    /** B-ARM-2 (#31). */
    @Test
    @RunsClient(
            value = "azure.mgmt.eventgrid",
            version = "10.3.0b1 in Debian 12",
            uses = {ClientUse.MANAGE, ClientUse.MANAGE_DOMAINS})
    void theManagementSdkForPythonManagesTopicsAndSubscriptions() throws IOException {
        Clients.require(PYTHON.missing());
        var said = json(PYTHON.run(
                PYTHON_SCRIPT,
                address(),
                IngestFixture.TOKEN,
                SUBSCRIPTION,
                webhook.uri("").toString(),
                tls.certificateFile().toString()));
        assertThat(said.at("/created/id").textValue()).isEqualTo(TOPICS + "/py-orders");
        assertThat(said.at("/created/tags")).isEqualTo(json("{\"team\":\"shop\"}"));
        assertThat(said.at("/created/properties/disableLocalAuth")).isEqualTo(json("false"));
        assertThat(said.path("got")).isEqualTo(said.path("again"));
        assertThat(said.at("/got/properties/dataResidencyBoundary").textValue()).isEqualTo("WithinRegion");
        assertThat(said.at("/updated/tags")).isEqualTo(json("{\"team\":\"billing\"}"));
        assertThat(said.path("listed").toString()).contains("\"py-orders\"");
        assertThat(said.at("/keys/key1").textValue()).isNotBlank();
        assertThat(said.path("locked").booleanValue()).isTrue();
        assertThat(said.path("restricted")).hasSize(2).allSatisfy(refused -> {
            assertThat(refused.path("status").intValue()).isEqualTo(400);
            assertThat(refused.path("message").textValue()).contains("must be");
        });
        var willing = webhook.uri("/willing").toString();
        domainOf(said);
        for (var name : List.of("billing", "shipping", "everything", "first", "own")) {
            assertThat(said.path(name))
                    .isEqualTo(json("[\"Succeeded\",\"Succeeded\",[\"b\"],\"" + willing + "\",404]"));
        }
        var identified = said.at("/identified/deliveryWithResourceIdentity");
        assertThat(identified.at("/identity/type").textValue()).isEqualTo("SystemAssigned");
        assertThat(identified.at("/destination/properties/endpointBaseUrl").textValue())
                .isEqualTo(willing);
        assertThat(said.path("gone").intValue()).isEqualTo(404);
        var list = json("[\"py-orders/identified\"]");
        assertThat(said.path("lists"))
                .hasSize(9)
                .allSatisfy(each -> assertThat(each).isEqualTo(list));
        assertThat(said.path("other")).isEqualTo(json("[]"));
        assertThat(said.path("eventTypes")).isEqualTo(json("[]"));
        assertThat(said.path("topicTypes"))
                .isEqualTo(json("[\"Microsoft.EventGrid.Topics\",\"Microsoft.EventGrid.Domains\"]"));
        assertThat(said.path("operations").toString()).contains("Microsoft.EventGrid/topics/write");
    }

    /** B-ARM-2. */
    @Test
    @RunsClient(
            value = "az",
            version = "2.45 in Debian 12",
            uses = {ClientUse.MANAGE, ClientUse.MANAGE_DOMAINS})
    void azManagesResources(@TempDir Path configuration) throws IOException {
        Clients.require(AZ.missing());
        var said = json(AZ.run(
                AZ_SCRIPT,
                address(),
                IngestFixture.TOKEN,
                webhook.uri("").toString(),
                tls.certificateFile().toString(),
                configuration.toString()));
        assertThat(said.at("/login/0/id").textValue()).isEqualTo("00000000-0000-0000-0000-000000000000");
        assertThat(said.at("/group/name").textValue()).isEqualTo("Shop");
        assertThat(said.path("exists").booleanValue()).isTrue();
        assertThat(said.at("/provider/registrationState").textValue()).isEqualTo("Registered");
        assertThat(said.at("/created/properties/disableLocalAuth")).isEqualTo(json("false"));
        assertThat(said.at("/tagged/tags")).isEqualTo(json("{\"team\":\"shop\"}"));
        assertThat(said.at("/updated/tags")).isEqualTo(json("{\"team\":\"billing\"}"));
        assertThat(said.at("/shown/properties/provisioningState").textValue()).isEqualTo("Succeeded");
        for (var list : List.of("listed", "typed")) {
            assertThat(said.path(list).findValuesAsText("name")).contains("az-orders");
        }
        assertThat(said.path("others")).isEmpty();
        assertThat(said.at("/keys/key1").textValue()).isNotBlank();
        assertThat(said.at("/put/name").textValue()).isEqualTo("billing");
        assertThat(said.at("/extension/properties/provisioningState").textValue())
                .isEqualTo("Succeeded");
        assertThat(said.at("/subscriptions/value").findValuesAsText("name")).contains("billing", "shipping");
        var domain = said.at("/domain/id").textValue();
        assertThat(domain).endsWith("/domains/az-tenants");
        assertThat(said.at("/tenant/id").textValue()).isEqualTo(domain + "/topics/anna");
        assertThat(said.at("/own/properties/topic").textValue()).isEqualTo(domain + "/topics/anna");
        assertThat(said.path("domains").findValuesAsText("name")).contains("az-tenants");
        assertThat(said.path("left").findValuesAsText("name")).doesNotContain("az-orders");
    }

    private static void domainOf(JsonNode said) {
        assertThat(said.at("/domain/id").textValue()).isEqualTo(DOMAINS + "/py-tenants");
        assertThat(said.at("/domain/properties/autoCreateTopicWithFirstSubscription"))
                .isEqualTo(json("true"));
        assertThat(said.at("/updatedDomain/properties/autoDeleteTopicWithLastSubscription"))
                .isEqualTo(json("false"));
        assertThat(said.at("/updatedDomain/tags")).isEqualTo(json("{\"team\":\"shop\"}"));
        assertThat(said.path("domains").toString()).contains("\"py-tenants\"");
        assertThat(said.path("domainKeys")).isEqualTo(json("[false,true]"));
        assertThat(said.at("/tenant/id").textValue()).isEqualTo(DOMAINS + "/py-tenants/topics/anna");
        assertThat(said.path("tenants")).isEqualTo(json("[\"anna\",\"otto\"]"));
        for (var list : List.of("ofTenant", "ofDomains")) {
            assertThat(said.path(list)).isEqualTo(json("[\"kept\"]"));
        }
        assertThat(said.path("noTenant").intValue()).isEqualTo(404);
        assertThat(said.path("noDomain").intValue()).isEqualTo(404);
    }

    private static void domainsOf(JsonNode said) {
        var id = DOMAINS + "/js-tenants";
        assertThat(said.at("/created/id").textValue()).isEqualTo(id);
        assertThat(said.at("/created/autoDeleteTopicWithLastSubscription")).isEqualTo(json("true"));
        assertThat(said.at("/got/autoDeleteTopicWithLastSubscription")).isEqualTo(json("false"));
        assertThat(said.at("/got/endpoint").textValue()).isEqualTo(address() + "/domains/js-tenants/api/events");
        assertThat(said.at("/tenant/id").textValue()).isEqualTo(id + "/topics/anna");
        assertThat(said.path("own").textValue()).isEqualTo(id + "/topics/otto");
        assertThat(said.path("everything").textValue()).isEqualTo(id);
        assertThat(said.path("tenants")).isEqualTo(json("[\"anna\",\"otto\"]"));
        assertThat(said.path("names").toString()).contains("\"js-tenants\"");
        assertThat(said.at("/keys/key1").textValue()).isNotBlank();
        assertThat(said.path("left")).isEqualTo(json("[\"otto\"]"));
        assertThat(said.path("gone").intValue()).isEqualTo(404);
    }

    private static void topicsOf(JsonNode said) {
        var created = said.path("created");
        assertThat(created.path("id").textValue()).isEqualTo(TOPICS + "/js-orders");
        assertThat(created.path("location").textValue()).isEqualTo("westeurope");
        assertThat(created.path("tags")).isEqualTo(json("{\"team\":\"shop\"}"));
        assertThat(created.path("identity")).isEqualTo(json("{\"type\":\"SystemAssigned\"}"));
        assertThat(created.path("inputSchema").textValue()).isEqualTo("EventGridSchema");
        assertThat(created.path("provisioningState").textValue()).isEqualTo("Succeeded");
        assertThat(created.path("endpoint").textValue()).isEqualTo(address() + "/topics/js-orders/api/events");
        assertThat(said.path("got")).isEqualTo(created);
        assertThat(said.at("/updated/tags")).isEqualTo(json("{\"team\":\"billing\"}"));
        assertThat(said.at("/updated/location").textValue()).isEqualTo("westeurope");
        assertThat(said.path("inGroup")).hasSize(5);
        assertThat(said.path("inSubscription")).hasSize(5);
        assertThat(said.path("pages").intValue()).isEqualTo(3);
        assertThat(said.at("/keys/key1").textValue())
                .isNotEqualTo(said.at("/regenerated/key1").textValue());
        assertThat(said.at("/keys/key2").textValue())
                .isEqualTo(said.at("/regenerated/key2").textValue());
    }

    private static void subscriptionsOf(JsonNode said) {
        var id = TOPICS + "/js-orders/eventSubscriptions/billing";
        assertThat(said.at("/created/id").textValue()).isEqualTo(id);
        assertThat(said.at("/created/topic").textValue()).isEqualTo(TOPICS + "/js-orders");
        assertThat(said.at("/created/provisioningState").textValue()).isEqualTo("Succeeded");
        assertThat(said.at("/created/destination/endpointBaseUrl").textValue())
                .isEqualTo(webhook.uri("/willing").toString());
        assertThat(said.at("/updated/retryPolicy/maxDeliveryAttempts").intValue())
                .isEqualTo(5);
        assertThat(said.at("/updated/labels")).isEqualTo(json("[\"a\"]"));
        assertThat(said.path("listed")).isEqualTo(json("[\"billing\"]"));
        assertThat(said.path("url").textValue()).isEqualTo(webhook.uri("/willing") + "?code=hush");
        assertThat(said.at("/attributes/0/name").textValue()).isEqualTo("X-Team");
        assertThat(said.path("extension").textValue())
                .isEqualTo(TOPICS + "/js-orders/providers/Microsoft.EventGrid/eventSubscriptions/shipping");
        assertThat(said.path("extensions")).isEqualTo(json("[\"billing\",\"shipping\"]"));
        assertThat(said.path("extensionUrl").textValue())
                .isEqualTo(webhook.uri("/willing").toString());
        assertThat(said.path("afterDeletion")).isEqualTo(json("[\"shipping\"]"));
    }

    @Test
    void toolsThatAskForEventTypesOfATopicOrDomainGetNone() {
        for (var id : List.of(TOPICS + "/any", DOMAINS + "/any")) {
            var path = id + "/providers/Microsoft.EventGrid/eventTypes?api-version=" + VERSION;
            var types = ingest.manage("GET", path, "");
            assertThat(types.statusCode()).as(types.body()).isEqualTo(200);
            assertThat(json(types.body()).path("value")).isEmpty();
        }
    }

    @Test
    @RunsClient(
            value = "com.azure.resourcemanager:azure-resourcemanager-resources",
            version = "azure-resources.version",
            uses = {ClientUse.MANAGE, ClientUse.MANAGE_DOMAINS})
    void theManagementSdkForJavaManagesTopicsAndSubscriptionsAsGenericResources() {
        var azure = manager();
        var topic = azure.genericResources()
                .define("java-orders")
                .withRegion("westeurope")
                .withExistingResourceGroup("Shop")
                .withResourceType("topics")
                .withProviderNamespace("Microsoft.EventGrid")
                .withoutPlan()
                .withProperties(Map.of("inputSchema", "EventGridSchema"))
                .withTag("team", "shop")
                .withApiVersion(VERSION)
                .create();
        assertThat(topic.id()).isEqualTo(TOPICS + "/java-orders");
        assertThat(topic.regionName()).isEqualTo("westeurope");
        assertThat(topic.tags()).isEqualTo(Map.of("team", "shop"));
        var subscriptions = TOPICS + "/java-orders/eventSubscriptions/";
        assertThatThrownBy(() -> subscribe(azure, subscriptions + "failing", "/unwilling"))
                .isInstanceOfSatisfying(
                        ManagementException.class,
                        e -> assertThat(e.getValue().getCode()).isEqualTo("EndpointValidationFailed"));

        var id = subscriptions + "billing";
        assertThat(subscribe(azure, id, "/willing").id()).isEqualTo(id);
        assertThat(azure.genericResources().getById(id, VERSION).name()).isEqualTo("billing");
        assertThat(post(azure, id + "/getFullUrl").path("endpointUrl").textValue())
                .isEqualTo(webhook.uri("/willing").toString());
        assertThat(post(azure, TOPICS + "/java-orders/listKeys").path("key1").textValue())
                .isNotBlank();
        tenant(azure);
        azure.genericResources().deleteById(id, VERSION);
        azure.genericResources().deleteById(TOPICS + "/java-orders", VERSION);
        assertThatThrownBy(() -> azure.genericResources().getById(TOPICS + "/java-orders", VERSION))
                .isInstanceOfSatisfying(
                        ManagementException.class,
                        e -> assertThat(e.getValue().getCode()).isEqualTo("NotFound"));
    }

    private static void tenant(ResourceManager azure) {
        var domain = azure.genericResources()
                .define("java-tenants")
                .withRegion("westeurope")
                .withExistingResourceGroup("Shop")
                .withResourceType("domains")
                .withProviderNamespace("Microsoft.EventGrid")
                .withoutPlan()
                .withApiVersion(VERSION)
                .create();
        assertThat(domain.id()).isEqualTo(DOMAINS + "/java-tenants");
        var topic = domain.id() + "/topics/anna";
        assertThat(subscribe(azure, topic + "/eventSubscriptions/own", "/willing")
                        .id())
                .isEqualTo(topic + "/eventSubscriptions/own");
        assertThat(azure.genericResources().getById(topic, VERSION).name()).isEqualTo("anna");
        azure.genericResources().deleteById(domain.id(), VERSION);
        assertThatThrownBy(() -> azure.genericResources().getById(topic, VERSION))
                .isInstanceOf(ManagementException.class);
    }

    /** The interface with locations would send one, which no event subscription has. */
    private static GenericResourceInner subscribe(ResourceManager azure, String id, String path) {
        var webhookOf = Map.of("endpointUrl", webhook.uri(path).toString());
        return azure.serviceClient()
                .getResources()
                .createOrUpdateById(
                        id,
                        VERSION,
                        new GenericResourceInner()
                                .withProperties(Map.of(
                                        "destination", Map.of("endpointType", "WebHook", "properties", webhookOf))));
    }

    private static JsonNode post(ResourceManager azure, String path) {
        var request = new HttpRequest(HttpMethod.POST, address() + path + "?api-version=" + VERSION);
        try (var response = azure.httpPipeline().sendSync(request, Context.NONE)) {
            assertThat(response.getStatusCode()).isEqualTo(200);
            return json(response.getBodyAsBinaryData().toString());
        }
    }

    private static ResourceManager manager() {
        var here = new AzureEnvironment(Map.of(
                "resourceManagerEndpointUrl", address(),
                "managementEndpointUrl", address(),
                "activeDirectoryEndpointUrl", address()));
        var http = HttpClient.newBuilder().sslContext(tls.trusting());
        return ResourceManager.configure()
                .withHttpClient(new JdkHttpClientBuilder(http).build())
                .authenticate(
                        _ -> Mono.just(new AccessToken(
                                IngestFixture.TOKEN,
                                OffsetDateTime.now(ZoneOffset.UTC).plusHours(1))),
                        new AzureProfile(null, SUBSCRIPTION, here))
                .withSubscription(SUBSCRIPTION);
    }

    private static String address() {
        return "https://localhost:" + ingest.program.httpsPort();
    }
}
