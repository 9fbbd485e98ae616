package io.tidings.cli.apply;

import io.tidings.cli.session.CommandSession;
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
        description = "Prints how they differed. What is as the files say is not written.",
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
        var sourced = new ArrayList<Resource>();
        for (var resource : resources) {
            if (resource instanceof Resource.Topic topic && topic.hasSource()) {
                sourced.add(topic);
                if (!dryRun && !state.has(topic)) {
                    differs |= told(state.apply(topic.withoutSource(), false));
                }
            } else {
                differs |= told(state.apply(resource, dryRun));
            }
        }
        // Last, since records are matched against the subscriptions that exist when they are read.
        for (var topic : sourced) {
            differs |= told(state.apply(topic, dryRun));
        }
        if (prune) {
            differs |= pruned(resources, state);
        }
        return dryRun && differs ? ExitStatus.DIFFERENT : ExitStatus.OK;
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
