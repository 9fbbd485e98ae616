package io.tidings.cli.session;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.cli.terminal.CommandFailure;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that make tokens of managers, publishers and receivers. */
@Command(name = "token", description = "Makes tokens of managers, publishers and receivers.")
public final class TokenCommands {
    private static final List<String> ROLES =
            List.of("publisher", "receiver", "subscriber", "reader", "payloads", "operator", "admin");

    private final CommandSession session;

    public TokenCommands(CommandSession session) {
        this.session = session;
    }

    @Command(
            description =
                    "Makes a token, prints it once, and prints the line for the tokens.file of ingest-service, which"
                            + " holds its hash. The server is not asked.")
    int create(
            @Parameters(paramLabel = "NAME", description = "who the audit log says has done something") String name,
            @Option(
                            names = "--role",
                            required = true,
                            paramLabel = "ROLE",
                            description = "publisher, receiver, subscriber, reader, payloads, operator or admin")
                    String role,
            @Option(
                            names = "--topics",
                            split = ",",
                            paramLabel = "TOPIC",
                            defaultValue = "*",
                            description =
                                    "topics, with * for any characters and commas between them (${DEFAULT-VALUE})")
                    List<String> topics,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            defaultValue = "",
                            description = "such as 2027-01-31 or 2027-01-31T12:00:00Z; by default never")
                    String expires) {
        requireWords(name, role, topics, expires);
        var token = NewToken.random(new SecureRandom());
        var line = token.line(name, role.toLowerCase(Locale.ROOT), topics, expires);
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("token", token.value())
                .put("line", line);
        return session.done(json, """
            token, shown only now:
              %s
            line for tokens.file:
              %s\
            """.formatted(token.value(), line));
    }

    /** The server refuses a file with a line that it does not understand. */
    private static void requireWords(String name, String role, List<String> topics, String expires) {
        if (!name.matches("[A-Za-z0-9._@-]{1,64}")) {
            throw CommandFailure.usage(
                    "The name of a token consists of up to 64 letters, digits, ., _, @ and -, and not: " + name);
        }
        if (name.equalsIgnoreCase("admin")) {
            throw CommandFailure.usage("The name admin is that of the holder of the admin token");
        }
        if (!ROLES.contains(role.toLowerCase(Locale.ROOT))) {
            throw CommandFailure.usage(
                    "A role is publisher, receiver, subscriber, reader, payloads, operator or admin, and not: " + role);
        }
        if (!topics.stream().allMatch(topic -> topic.matches("[A-Za-z0-9*-]{1,100}(/[A-Za-z0-9*-]{1,100})?"))) {
            throw CommandFailure.usage("Topics are such as orders*,invoices, and not: " + String.join(",", topics));
        }
        if (!expires.isEmpty() && !isTime(expires)) {
            throw CommandFailure.usage("A token expires on a day such as 2027-01-31, and not: " + expires);
        }
    }

    private static boolean isTime(String text) {
        try {
            return text.contains("T") ? Instant.parse(text) != null : LocalDate.parse(text) != null;
        } catch (DateTimeException _) {
            return false;
        }
    }
}
