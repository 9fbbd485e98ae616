package io.tidings.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.StopSignal;
import io.tidings.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs commands against a server of its own, so that an AOT cache is made with the classes that commands need. */
final class Rehearsal {
    private static final List<String> COMMANDS = List.of(
            "--help",
            "overview",
            "topic create a",
            "topic list",
            "topic show a",
            "subscription create a/b --endpoint http://localhost/ --advanced-filter data.n NumberIn 1",
            "subscription list a",
            "subscription show a/b",
            "publish a --endpoint %1$s/",
            "event show a 1",
            "attempts list a/b --from 1h",
            "pending a/b",
            "dead-letters list a/b -o json",
            "redrive a/b --dry-run",
            "audit list",
            "apply --dry-run --file %2$s");

    /** Enough of a response to every request. */
    private static final byte[] RESPONSE = """
        {"id":"a","name":"a","state":"Done","key1":"a","records":[{"deliveries":[]}],
         "properties":{"inputSchema":"EventGridSchema","status":{"state":"Healthy"},"filter":{},"labels":["a"]},
         "value":[{"name":"a","properties":{}}]}
        """.getBytes(UTF_8);

    private Rehearsal() {}

    public static void main(String[] args) throws IOException {
        exitCodes();
    }

    /** Returns the exit codes of all commands. */
    static List<Integer> exitCodes() throws IOException {
        var file = Files.writeString(Files.createTempFile("tidings", ".yaml"), "topic: a\n");
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", Rehearsal::respond);
        server.start();
        try {
            var url = "http://localhost:" + server.getAddress().getPort();
            var codes = new ArrayList<Integer>();
            for (var command : COMMANDS) {
                var words = command.formatted(url, file).split(" ", -1);
                codes.add(CommandTree.execute(session(url), words));
            }
            return codes;
        } finally {
            server.stop(0);
            Files.delete(file);
        }
    }

    private static CommandSession session(String url) {
        var nowhere = new PrintWriter(Writer.nullWriter());
        return new CommandSession(
                Map.of("TIDINGS_URL", url), new Terminal(nowhere, nowhere), new StopSignal(), InstantSource.system());
    }

    private static void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, RESPONSE.length);
            exchange.getResponseBody().write(RESPONSE);
        }
    }
}
