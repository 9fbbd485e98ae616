package io.tidings.runtime;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The containers that the dead letters of topics may go to and come from (B-DLQ). */
public record AllowedContainers(AllowedNames names) {
    /** The prefix of the settings, which is followed by a name of the owner's choice. */
    public static final String PREFIX = "deadletter.container.";

    public static final List<String> PREFIXES = List.of(PREFIX);

    public static final AllowedContainers ANY = new AllowedContainers(AllowedNames.ANY);

    private static final Pattern CONTAINERS = Pattern.compile("[a-zA-Z0-9*]+/[a-z0-9*-]+");

    /** @throws InvalidSettings with every problem */
    public static AllowedContainers of(Settings settings) {
        return new AllowedContainers(AllowedNames.of(settings, PREFIX, CONTAINERS, "ACCOUNT/CONTAINER"));
    }

    /** Returns the same containers for a program that several teams manage: what no setting names is for none. */
    public AllowedContainers onlyAsStated() {
        return new AllowedContainers(names.onlyAsStated());
    }

    /** Returns the rule that a container for dead letters of a topic breaks. */
    public Optional<String> brokenBy(String account, String container, String topic) {
        var name = account + "/" + container;
        return names.allows(name, topic)
                ? Optional.empty()
                : Optional.of("must not be " + name + " for topic " + topic + "; " + PREFIX + "NAME and " + PREFIX
                        + "NAME" + AllowedUse.TOPICS
                        + ", the same for ingest-service and deadletter-exporter, say where its dead letters may be");
    }
}
