package io.tidings.cli.listen;

import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.subscription.SubscriptionFlags;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.ExitStatus;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that receives webhooks on this machine and prints them. */
@Command(
        name = "listen",
        header = "Receives webhooks on this machine and prints them, until Ctrl-C.",
        description = "With --subscription it creates a subscription that delivers to it, and deletes it at the end.")
public final class ListenCommand implements Callable<Integer> {
    private static final int ACCEPTED = 200;
    private static final int FAILED = 500;
    private static final int FIRST_PORT = 3000;
    private static final int LAST_PORT = 3009;

    private final CommandSession session;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "the port, 0 for any (3000, or the next one that is free)")
    private @Nullable Integer port;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "the address to listen on; 0.0.0.0 for other machines (${DEFAULT-VALUE})")
    private String address = "localhost";

    @Option(
            names = "--fail",
            paramLabel = "N",
            description = "let the first N deliveries fail, with 500 or the status given")
    private @Nullable Integer failures;

    @Option(
            names = "--status",
            paramLabel = "CODE",
            description = "the status of every response; with --fail, of those that fail; a path such as /status/503"
                    + " asks for its own")
    private @Nullable Integer status;

    @Option(
            names = "--subscription",
            paramLabel = "TOPIC/NAME",
            description = "create this subscription, and the topic if there is none, for as long as the command runs")
    private @Nullable SubscriptionName subscription;

    @Option(names = "--keep", description = "leave the subscription at the end")
    private boolean keep;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description = "the URL at which Tidings reaches this port, such as that of a tunnel")
    private @Nullable String publicUrl;

    @Mixin
    private final SubscriptionFlags flags = new SubscriptionFlags();

    public ListenCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        var rule = rule();
        if (subscription == null && !flags.properties().isEmpty()) {
            throw CommandFailure.usage("Flags of a subscription need --subscription TOPIC/NAME.");
        }
        int first = port == null ? FIRST_PORT : port;
        int last = port == null ? LAST_PORT : port;
        try (var endpoint = Endpoint.start(address, first, last, request -> respond(request, rule))) {
            var url = publicUrl == null ? "http://localhost:%d/".formatted(endpoint.port()) : publicUrl;
            session.terminal().note("listening on %s, until Ctrl-C".formatted(url));
            if (subscription == null) {
                session.stop().await();
                return ExitStatus.OK;
            }
            return deliveredTo(url, subscription);
        }
    }

    private int deliveredTo(String url, SubscriptionName name) throws InterruptedException {
        var temporary = new TemporarySubscription(session.api(), session.terminal(), name);
        temporary.create(flags.body(url));
        try {
            session.stop().await();
        } finally {
            if (!keep) {
                temporary.delete();
            }
        }
        return ExitStatus.OK;
    }

    private ResponseRule rule() {
        if (status != null && (status < ACCEPTED || status > 599)) {
            throw CommandFailure.usage("--status must be from 200 to 599, and not " + status);
        }
        if (failures == null) {
            return ResponseRule.always(status == null ? ACCEPTED : status);
        }
        if (failures < 0) {
            throw CommandFailure.usage("--fail must not be negative: " + failures);
        }
        return ResponseRule.failing(failures, status == null ? FAILED : status);
    }

    private WebhookResponse respond(IncomingRequest request, ResponseRule rule) {
        var consent = Handshake.response(request);
        if (consent.isPresent()) {
            session.terminal().note("agreed to get events: " + request.method() + " " + request.path());
            return consent.get();
        }
        int code = rule.next(request.path());
        var now = session.clock().instant();
        session.terminal()
                .print(
                        session.json()
                                ? RequestPrinter.json(request, code, now)
                                : RequestPrinter.line(request, code, now));
        return WebhookResponse.status(code);
    }
}
