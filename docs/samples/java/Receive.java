import static java.nio.charset.StandardCharsets.UTF_8;

import com.azure.core.util.BinaryData;
import com.azure.messaging.eventgrid.EventGridEvent;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;

/** An endpoint that accepts the handshake of a subscription and prints the events that it gets. */
class Receive {
    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(System.getenv("PORT"));
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", Receive::receive);
        server.start();
        System.out.println("listening");
    }

    private static void receive(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var response = "";
        for (var event : EventGridEvent.fromString(body)) {
            if (event.getEventType().equals("Microsoft.EventGrid.SubscriptionValidationEvent")) {
                var code = event.getData().toObject(Map.class).get("validationCode");
                response = BinaryData.fromObject(Map.of("validationResponse", code)).toString();
            } else {
                System.out.println(event.getEventType() + " " + event.getSubject() + " " + event.getData());
            }
        }
        var bytes = response.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
