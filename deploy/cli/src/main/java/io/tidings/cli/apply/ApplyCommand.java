package io.tidings.cli.apply;

import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.ExitStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that makes topics and subscriptions what files say. */
@Command(
        name = "apply",
        header = "Makes topics and subscriptions what files say.",
        description = {
            "Prints how they differed. What is as the files say is not written.",
            "Files with mistakes of their own change nothing. Otherwise one resource is written after the other: what"
                    + " the server refuses is told at the end, the rest stays written, and nothing is pruned."
        },
        footer = "Exit code 4 of a dry run: something differs.")
public final class ApplyCommand implements Callable<Integer> {
    private final CommandSession session;
    private final ResourceFiles files;

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "PATH",
            description = "a file of JSON or YAML, or a folder of such files")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path place;

    @Option(
            names = "--prune",
            description = "delete the subscriptions of the topics in the files that the files do not name; no topic is"
                    + " ever deleted")
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
        var state = new ResourceState(session.api());
        boolean differs = false;
        var refusals = new ArrayList<String>();
        var sourced = new ArrayList<Resource>();
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
            differs |= applied(state, topic, dryRun, refusals);
        }
        if (!refusals.isEmpty()) {
            throw CommandFailure.refused(String.join("\n", refusals));
        }
        if (prune) {
            differs |= pruned(resources, state);
        }
        return dryRun && differs ? ExitStatus.DIFFERENT : ExitStatus.OK;
    }

    /** Returns whether the resource differs; adds the refusal if the server refuses it. */
    private boolean applied(ResourceState state, Resource resource, boolean onlySay, List<String> refusals) {
        try {
            return told(state.apply(resource, onlySay));
        } catch (CommandFailure failure) {
            if (failure.exitStatus() != ExitStatus.REFUSED) {
                throw failure;
            }
            refusals.add(resource.title() + ": " + failure.text());
            return false;
        }
    }

    private boolean pruned(List<Resource> resources, ResourceState state) {
        boolean differs = false;
        var topics = resources.stream().map(Resource::topic).distinct().toList();
        for (var topic : topics) {
            for (var name : state.unnamed(topic, resources)) {
                differs |= told(state.delete(name, dryRun));
            }
        }
        return differs;
    }

    private boolean told(ResourceChange change) {
        session.terminal().print(session.json() ? change.json() : change.text());
        return change.differs();
    }
}
