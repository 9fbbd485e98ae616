package io.tidings.chaos.subscriber;

import io.tidings.chaos.check.EndpointRequest;
import io.tidings.chaos.check.HistoryArchive;
import io.tidings.contract.WireName;
import io.tidings.testbed.process.ChildProtocol;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.WebhookServer;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The endpoints of a campaign, over HTTP and HTTPS: each request to {@code /BEHAVIOUR/SUBSCRIPTION} is noted before the
 * response. No fault disturbs this process itself, only the connections to it.
 */
public final class EndpointMain {
    private static final String BODY = "{\"taken\":true}".repeat(20);

    private final HistoryArchive archive;
    private final Subscribers subscribers;
    private final Map<X509Certificate, String> clients;
    private final TokenEndpoint tokens = new TokenEndpoint();

    private EndpointMain(HistoryArchive archive, Subscribers subscribers, Map<X509Certificate, String> clients) {
        this.archive = archive;
        this.subscribers = subscribers;
        this.clients = clients;
    }

    /** @param args the folder of the histories, the folder of the certificates, the profile */
    public static void main(String[] args) {
        // A server that closed idle connections would add repeats of its own to those that are judged.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
        System.setProperty("sun.net.httpserver.idleInterval", "3600");
        var subscribers = new Subscribers(EndpointProfile.valueOf(args[2]), 1, 1);
        var certificates = new EndpointCertificates(Path.of(args[1]));
        var endpoints = new EndpointMain(new HistoryArchive(Path.of(args[0])), subscribers, certificates.names());
        var plain = WebhookServer.start(0, null, endpoints::response);
        var secure = WebhookServer.startAskingForCertificates(certificates.context(), endpoints::response);
        ChildProtocol.announce("%d %d".formatted(plain.port(), secure.port()));
        ChildProtocol.awaitParentsEnd();
        System.exit(0);
    }

    private ScriptedResponse response(ReceivedRequest request) {
        if (request.path().equals(DeliveryExtras.TOKEN_PATH)) {
            return tokens.response(request);
        }
        var path = request.path().split("/", -1);
        var behaviour =
                path.length == 3 ? WireName.of(EndpointBehaviour.class, path[1]) : Optional.<EndpointBehaviour>empty();
        var subscriber = path.length == 3 ? subscribers.named(path[2]) : Optional.<Subscriber>empty();
        if (behaviour.isEmpty() || subscriber.isEmpty()) {
            return ScriptedResponse.status(404);
        }
        var identity = request.certificate() == null ? null : clients.get(request.certificate());
        var inspection = RequestInspection.of(subscriber.get(), request, identity, tokens::knows);
        int status = status(behaviour.get(), inspection, request.received());
        LockSupport.parkNanos(behaviour.get().delay().toNanos());
        var answered = Instant.now();
        for (var event : inspection.events()) {
            archive.write(
                    path[2],
                    new EndpointRequest(
                            event.id(),
                            inspection.before(),
                            request.received(),
                            answered,
                            status,
                            inspection.events().size(),
                            inspection.difference(event)));
        }
        return status == EndpointRequest.NO_ANSWER
                ? ScriptedResponse.hang()
                : new ScriptedResponse.Status(status, Map.of(), BODY);
    }

    /** One event that is not accepted decides for all of them. */
    private static int status(EndpointBehaviour behaviour, RequestInspection inspection, Instant arrived) {
        return inspection.events().stream()
                .mapToInt(each ->
                        behaviour.status(ChaosEvents.turn(ChaosEvents.number(each.id())), inspection.before(), arrived))
                .filter(status -> status != EndpointBehaviour.TAKEN)
                .findFirst()
                .orElse(EndpointBehaviour.TAKEN);
    }
}
