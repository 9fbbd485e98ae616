package io.tidings.cli.apply;

import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.ExitStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that makes topics and subscriptions what files say. */
@Command(
        name = "apply",
        header = "Makes topics, domains, event types and subscriptions what files say.",
        description = {
            "Prints how they differed. What is as the files say is not written.",
            "Files with mistakes of their own change nothing. Otherwise domains and topics are written, then their"
                    + " event types, then subscriptions, then the sources of topics: what the server refuses is told at"
                    + " the end, the rest stays written, and nothing is pruned. The same command goes on from there."
        },
        footer = {
            "Exit code 4 of a dry run: something differs.",
            "",
            "Each document of a file is a resource with the properties of a PUT:",
            "",
            "  topic: orders",
            "  properties: {inputSchema: EventGridSchema}",
            "  ---",
            "  eventType: orders/order.placed",
            "  properties: {dataSchema: {required: [orderId]}}",
            "  ---",
            "  subscription: orders/billing",
            "  properties:",
            "    destination:",
            "      endpointType: WebHook",
            "      properties: {endpointUrl: \"https://example.com/hook?code=$${env:BILLING_CODE}\"}",
            "    retryPolicy: {maxDeliveryAttempts: 10}",
            "",
            "A domain has the member domain, and one of its topics is topic: DOMAIN/TOPIC, without properties.",
            "$${env:NAME} stands for an environment variable. JSON has the same members."
        })
public final class ApplyCommand implements Callable<Integer> {
    private final CommandSession session;
    private final ResourceFiles files;

    /** The mistakes that the server found in a topic or in what belongs to it. */
    private record Refusal(String topic, String text) {}

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "PATH",
            description = "a file of JSON or YAML, or a folder of such files")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path place;

    @Option(
            names = "--prune",
            description = "delete the subscriptions and event types of the topics in the files that the files do not"
                    + " name; no topic is ever deleted")
    private boolean prune;

    @Option(names = "--dry-run", description = "change nothing")
    private boolean dryRun;

    public ApplyCommand(CommandSession session) {
        this.session = session;
        this.files = new ResourceFiles(session.environment());
    }

    @Override
    public Integer call() {
        var resources = files.read(place);
        var api = session.api();
        var state = new ResourceState(api, dryRun && ResourceState.hasDryRuns(api));
        boolean differs = false;
        var refusals = new ArrayList<Refusal>();
        var sourced = new ArrayList<Resource.Topic>();
        for (var resource : resources) {
            if (resource instanceof Resource.Topic topic && topic.hasSource()) {
                sourced.add(topic);
                if (!dryRun && !state.has(topic)) {
                    differs |= applied(state, topic.withoutSource(), false, refusals);
                }
            } else {
                differs |= applied(state, resource, dryRun, refusals);
            }
        }
        // Last, since records are matched against the subscriptions that exist when they are read.
        for (var topic : sourced) {
            boolean whole = refusals.stream().noneMatch(each -> each.topic().equals(topic.name()));
            if (!whole && !state.hasSource(topic)) {
                refusals.add(new Refusal(
                        topic.name(),
                        "%s: %s gets its source once all that belongs to it is written."
                                .formatted(topic.document().at("/properties/tidings/source"), topic.title())));
            } else {
                differs |= applied(state, topic, dryRun, refusals);
            }
        }
        if (!refusals.isEmpty()) {
            throw CommandFailure.refused(refusals.stream().map(Refusal::text).collect(Collectors.joining("\n")));
        }
        if (prune) {
            differs |= pruned(resources, state);
        }
        return dryRun && differs ? ExitStatus.DIFFERENT : ExitStatus.OK;
    }

    /** Returns whether the resource differs; adds the refusal if the server refuses it. */
    private boolean applied(ResourceState state, Resource resource, boolean onlySay, List<Refusal> refusals) {
        try {
            return told(state.apply(resource, onlySay));
        } catch (CommandFailure failure) {
            if (failure.exitStatus() == ExitStatus.REFUSED) {
                refusals.add(new Refusal(resource.topic(), failure.text()));
                return false;
            }
            refusals.forEach(each -> session.terminal().note(each.text()));
            throw failure;
        }
    }

    private boolean pruned(List<Resource> resources, ResourceState state) {
        boolean differs = false;
        var topics = resources.stream().map(Resource::topic).distinct().toList();
        for (var topic : topics) {
            for (var unnamed : state.unnamed(topic, resources)) {
                differs |= told(state.delete(unnamed, dryRun));
            }
        }
        return differs;
    }

    private boolean told(ResourceChange change) {
        session.terminal().print(session.json() ? change.json() : change.text());
        return change.differs();
    }
}
