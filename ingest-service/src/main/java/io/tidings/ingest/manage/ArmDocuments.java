package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.TextNode;
import io.tidings.contract.event.TopicIds;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.audit.Route;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The documents around topics and event subscriptions that tools such as {@code az} read (B-ARM-2): one Azure subscription
 * of one tenant in one location, groups of any name, and a cloud whose tokens are those of Tidings. Pure.
 *
 * <p>Clients sign in below {@code /adfs}, because their library asks Microsoft about any other address.
 */
public final class ArmDocuments {
    private static final String NOBODY = "00000000-0000-0000-0000-000000000000";
    private static final Pattern SUBSCRIPTION = Pattern.compile("(?i)/subscriptions/([^/{}]+)/");
    private static final String OF_SUBSCRIPTION = "/subscriptions/{s}";
    private static final String PROVIDER = "/providers/Microsoft.EventGrid";

    private static final String SUBSCRIPTION_TEMPLATE = """
        {"id":%s,"subscriptionId":%s,"tenantId":%s,"displayName":"Tidings","state":"Enabled"}\
        """;
    private static final String GROUP_TEMPLATE = """
        {"id":%s,"name":%s,"type":"Microsoft.Resources/resourceGroups","location":"here",\
        "properties":{"provisioningState":"Succeeded"}}\
        """;
    private static final String CLOUD = """
        {"name":"tidings","resourceManager":%s,"portal":%s,"graphAudience":%s,"microsoftGraphResourceId":%s,\
        "authentication":{"loginEndpoint":%s,"audiences":["https://management.azure.com"],"tenant":"common",\
        "identityProvider":"ADFS"},"suffixes":{}}\
        """;
    private static final List<String> RESOURCES = List.of(
            "topics",
            "topics/eventSubscriptions",
            "domains",
            "domains/eventSubscriptions",
            "domains/topics",
            "domains/topics/eventSubscriptions");
    private static final String PROVIDER_TEMPLATE = """
            {"id":%s,"namespace":"Microsoft.EventGrid","registrationState":"Registered","resourceTypes":[\
            """
            + Stream.concat(RESOURCES.stream(), Stream.of("eventSubscriptions", "operations"))
                    .map("""
                        {"resourceType":"%s","apiVersions":["2025-02-15","2022-06-15"],"locations":["here"]}\
                        """::formatted)
                    .collect(joining(","))
            + "]}";
    private static final String TOPICS = topicType("Topics");
    private static final String DOMAINS = topicType("Domains");
    private static final String OPERATIONS = RESOURCES.stream()
            .flatMap(type -> Stream.of("read", "write", "delete").map(verb -> type + "/" + verb))
            .map("""
                {"name":"Microsoft.EventGrid/%s","origin":"user,system"}\
                """::formatted)
            .collect(joining(","));

    private final String subscription;

    private ArmDocuments(String subscription) {
        this.subscription = subscription;
    }

    /** @param ids whose Azure subscription lists name */
    public static List<Route> routes(TopicIds ids) {
        var named = SUBSCRIPTION.matcher(ids.format());
        return new ArmDocuments(named.find() ? named.group(1) : NOBODY).routes();
    }

    private List<Route> routes() {
        return List.of(
                get("/subscriptions", _ -> list(shown(subscription))),
                get(OF_SUBSCRIPTION, managed -> Response.document(shown(word(managed, "s")))),
                get("/tenants", _ -> list(filled("{\"id\":%s,\"tenantId\":%s}", "/tenants/" + NOBODY, NOBODY))),
                get(
                        OF_SUBSCRIPTION + "/locations",
                        managed -> list(filled(
                                "{\"id\":%s,\"name\":\"here\",\"displayName\":\"here\"}",
                                idOf(managed) + "/locations/here"))),
                get(OF_SUBSCRIPTION + "/providers", managed -> list(provider(managed))),
                get(OF_SUBSCRIPTION + PROVIDER, managed -> Response.document(provider(managed))),
                managed(
                        "POST",
                        OF_SUBSCRIPTION + PROVIDER + "/register",
                        Role.ADMIN,
                        managed -> Response.document(provider(managed))),
                get(
                        OF_SUBSCRIPTION + "/resourceGroups/{g}/providers/Microsoft.EventGrid/topics/{topic}" + PROVIDER
                                + "/eventTypes",
                        _ -> list("")),
                get(
                        OF_SUBSCRIPTION + "/resourceGroups/{g}/providers/Microsoft.EventGrid/domains/{domain}"
                                + PROVIDER + "/eventTypes",
                        _ -> list("")),
                get(OF_SUBSCRIPTION + "/resourceGroups/{g}", ArmDocuments::group),
                managed("PUT", OF_SUBSCRIPTION + "/resourceGroups/{g}", Role.ADMIN, ArmDocuments::group),
                managed("HEAD", OF_SUBSCRIPTION + "/resourceGroups/{g}", Role.READER, _ -> Response.empty(204)),
                get(PROVIDER + "/operations", _ -> list(OPERATIONS)),
                get(PROVIDER + "/topicTypes", _ -> list(TOPICS + "," + DOMAINS)),
                get(PROVIDER + "/topicTypes/Microsoft.EventGrid.Topics", _ -> Response.document(TOPICS)),
                get(PROVIDER + "/topicTypes/Microsoft.EventGrid.Domains", _ -> Response.document(DOMAINS)),
                get(PROVIDER + "/topicTypes/{type}/eventTypes", _ -> list("")),
                new Route.Open("GET", "/metadata/endpoints", "", (_, request) -> cloud(request)),
                new Route.Open(
                        "GET", "/adfs/.well-known/openid-configuration", "", (_, request) -> issuer(request.origin())),
                new Route.Open("POST", "/adfs/oauth2/v2.0/token", "", (_, request) -> token(request)));
    }

    private static Route get(String path, Function<ManagedRequest, Response> handler) {
        return managed("GET", path, Role.READER, handler);
    }

    private static Route managed(String method, String path, Role role, Function<ManagedRequest, Response> handler) {
        return new Route.Managed(method, path, role, "", handler);
    }

    private static String topicType(String name) {
        return """
            {"id":"providers/Microsoft.EventGrid/topicTypes/Microsoft.EventGrid.%1$s",\
            "name":"Microsoft.EventGrid.%1$s","type":"Microsoft.EventGrid/topicTypes",\
            "properties":{"provider":"Microsoft.EventGrid","displayName":"Event Grid %1$s",\
            "resourceRegionType":"RegionalResource","provisioningState":"Succeeded"}}\
            """.formatted(name);
    }

    private static String shown(String name) {
        return filled(SUBSCRIPTION_TEMPLATE, "/subscriptions/" + name, name, NOBODY);
    }

    private static Response group(ManagedRequest managed) {
        var name = word(managed, "g");
        return document(GROUP_TEMPLATE, idOf(managed) + "/resourceGroups/" + name, name);
    }

    private static String provider(ManagedRequest managed) {
        return filled(PROVIDER_TEMPLATE, idOf(managed) + PROVIDER);
    }

    private static String idOf(ManagedRequest managed) {
        return "/subscriptions/" + word(managed, "s");
    }

    private static String word(ManagedRequest managed, String name) {
        return Request.segment(managed.named(name));
    }

    /** The addresses of a cloud, in the form of the version that is asked for. */
    private static Response cloud(Request request) {
        var here = request.origin();
        var login = here + "/adfs";
        return switch (request.parameter(ApiVersion.NAME).orElse("")) {
            case "2015-01-01" -> document("""
                {"galleryEndpoint":%s,"graphEndpoint":%s,"portalEndpoint":%s,"authentication":{"loginEndpoint":%s,\
                "audiences":["https://management.azure.com"]}}\
                """, here, here, here, login);
            case "2018-01-01" -> document("""
                {"cloudEndpoint":{"tidings":{"endpoint":%s,"locations":["here"]}}}\
                """, here.replaceFirst(".*//", ""));
            case "2019-05-01" -> Response.document("[" + filled(CLOUD, here, here, here, here, login) + "]");
            default -> document(CLOUD, here, here, here, here, login);
        };
    }

    private static Response issuer(String here) {
        return document(
                "{\"issuer\":%s,\"authorization_endpoint\":%s,\"token_endpoint\":%s,\"jwks_uri\":%s}",
                here + "/adfs",
                here + "/adfs/oauth2/authorize",
                here + "/adfs/oauth2/v2.0/token",
                here + "/adfs/discovery/keys");
    }

    /** The secret of a service principal is a token of Tidings, which management checks with every request. */
    private static Response token(Request request) {
        return RequestBodies.read(
                request,
                form -> request.to("", new String(form, UTF_8))
                        .parameter("client_secret")
                        .map(secret ->
                                document("{\"token_type\":\"Bearer\",\"expires_in\":3599,\"access_token\":%s}", secret))
                        .orElseGet(() -> Response.of(ApiError.of(
                                400, "invalid_request", "client_secret is missing; it is a token of Tidings"))));
    }

    private static Response list(String elements) {
        return Response.document("{\"value\":[" + elements + "]}");
    }

    private static Response document(String template, String... texts) {
        return Response.document(filled(template, texts));
    }

    private static String filled(String template, String... texts) {
        return template.formatted(Arrays.stream(texts)
                .map(text -> TextNode.valueOf(text).toString())
                .toArray());
    }
}
