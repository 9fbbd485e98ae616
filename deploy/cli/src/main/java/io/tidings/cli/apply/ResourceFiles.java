package io.tidings.cli.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.JsonDocument;
import io.tidings.cli.session.JsonFile;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.Spelling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The resources of a file, or of all files of a folder whose names end as those of JSON and YAML do. */
record ResourceFiles(Map<String, String> environment) {
    private static final String DOMAIN = "domain";
    private static final String TOPIC = "topic";
    private static final String EVENT_TYPE = "eventType";
    private static final String SUBSCRIPTION = "subscription";
    private static final String PROPERTIES = "properties";
    private static final List<String> KINDS = List.of(DOMAIN, TOPIC, EVENT_TYPE, SUBSCRIPTION);
    private static final List<String> MEMBERS = List.of(DOMAIN, TOPIC, EVENT_TYPE, SUBSCRIPTION, PROPERTIES);

    /**
     * Domains before topics before event types before subscriptions, otherwise in the order of files. A failure names all
     * mistakes of all files.
     */
    List<Resource> read(Path place) {
        var byTitle = new LinkedHashMap<String, Resource>();
        var mistakes = new ArrayList<String>();
        for (var file : files(place)) {
            for (var document : documents(file, mistakes)) {
                mistakes.addAll(document.repeated());
                resource(document, mistakes).ifPresent(resource -> {
                    var former = byTitle.putIfAbsent(resource.title(), resource);
                    if (former != null) {
                        mistakes.add("%s: %s is described already, at %s."
                                .formatted(
                                        document.at(""),
                                        resource.title(),
                                        former.document().at("")));
                    }
                });
            }
        }
        if (!mistakes.isEmpty()) {
            throw CommandFailure.usage(String.join("\n", mistakes));
        }
        if (byTitle.isEmpty()) {
            throw CommandFailure.usage(place + " describes no resource.");
        }
        var resources = new ArrayList<>(byTitle.values());
        resources.sort(Comparator.comparingInt(ResourceFiles::turn)); // stable
        return resources;
    }

    private static int turn(Resource resource) {
        return switch (resource) {
            case Resource.Domain _ -> 0;
            case Resource.Topic _ -> 1;
            case Resource.EventType _ -> 2;
            case Resource.Subscription _ -> 3;
        };
    }

    private static List<JsonDocument> documents(Path file, List<String> mistakes) {
        try {
            return JsonFile.documents(file);
        } catch (CommandFailure mistake) {
            mistakes.add(mistake.text());
            return List.of();
        }
    }

    private static List<Path> files(Path place) {
        if (!Files.isDirectory(place)) {
            return List.of(place);
        }
        try (var found = Files.list(place)) {
            return found.filter(file -> JsonFile.isYaml(file)
                            || file.getFileName().toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw CommandFailure.usage("%s cannot be read: %s".formatted(place, e));
        }
    }

    /** Returns nothing if it is none, and adds each mistake with its line. */
    private Optional<Resource> resource(JsonDocument document, List<String> mistakes) {
        if (!(document.json() instanceof ObjectNode object)) {
            mistakes.add(form(document));
            return Optional.empty();
        }
        for (var member : object.properties()) {
            if (!MEMBERS.contains(member.getKey())) {
                mistakes.add("%s: a resource has no member %s.%s"
                        .formatted(
                                document.at("/" + member.getKey()),
                                member.getKey(),
                                Spelling.guess(member.getKey(), MEMBERS)));
            }
        }
        var kinds = KINDS.stream().filter(object::has).toList();
        var kind = kinds.isEmpty() ? "" : kinds.getFirst();
        var name = object.path(kind).asText("");
        int slash = name.indexOf('/');
        if (kinds.size() != 1 || name.isEmpty() || (kind.equals(EVENT_TYPE) && slash < 1)) {
            mistakes.add(form(document));
            return Optional.empty();
        }
        if (object.hasNonNull(PROPERTIES) && !object.path(PROPERTIES).isObject()) {
            mistakes.add(document.at("/" + PROPERTIES) + ": properties is no object.");
            return Optional.empty();
        }
        var references = new References(
                environment,
                (pointer, variable) -> mistakes.add("%s: this refers to the environment variable %s, which is not set."
                        .formatted(document.at(pointer), variable)));
        var properties = references.resolved(object.withObjectProperty(PROPERTIES), "/" + PROPERTIES);
        if (kind.equals(DOMAIN)) {
            return Optional.of(new Resource.Domain(name, properties, document));
        }
        if (kind.equals(TOPIC)) {
            return Optional.of(new Resource.Topic(name, properties, document));
        }
        if (kind.equals(EVENT_TYPE)) {
            return Optional.of(
                    new Resource.EventType(name.substring(0, slash), name.substring(slash + 1), properties, document));
        }
        try {
            return Optional.of(new Resource.Subscription(SubscriptionName.of(name), properties, document));
        } catch (CommandFailure failure) {
            mistakes.add("%s: %s".formatted(document.at("/" + SUBSCRIPTION), failure.text()));
            return Optional.empty();
        }
    }

    private static String form(JsonDocument document) {
        return document.at("") + ": a resource is an object with a member domain or topic (its name), eventType"
                + " (TOPIC/TYPE) or subscription (TOPIC/NAME), and properties.";
    }
}
