package io.tidings.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.JsonFile;
import io.tidings.cli.terminal.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** The resources of a file, or of all files of a folder whose names end as those of JSON and YAML do. */
record ResourceFiles(Map<String, String> environment) {
    private static final String TOPIC = "topic";
    private static final String SUBSCRIPTION = "subscription";
    private static final String PROPERTIES = "properties";

    /** Topics before subscriptions, otherwise in the order of files. A failure names all mistakes of all files. */
    List<Resource> read(Path place) {
        var topics = new ArrayList<Resource>();
        var subscriptions = new ArrayList<Resource>();
        var titles = new HashSet<String>();
        var mistakes = new ArrayList<String>();
        for (var file : files(place)) {
            for (var document : documents(file, mistakes)) {
                try {
                    var resource = resource(file, document);
                    if (!titles.add(resource.title())) {
                        mistakes.add("%s: %s is described twice.".formatted(file, resource.title()));
                    }
                    switch (resource) {
                        case Resource.Topic topic -> topics.add(topic);
                        case Resource.Subscription subscription -> subscriptions.add(subscription);
                    }
                } catch (CommandFailure mistake) {
                    mistakes.add(mistake.text());
                }
            }
        }
        if (!mistakes.isEmpty()) {
            throw CommandFailure.usage(String.join("\n", mistakes));
        }
        topics.addAll(subscriptions);
        if (topics.isEmpty()) {
            throw CommandFailure.usage(place + " describes no resource.");
        }
        return topics;
    }

    private static List<JsonNode> documents(Path file, List<String> mistakes) {
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

    private Resource resource(Path file, JsonNode document) {
        if (!(document instanceof ObjectNode object) || object.has(TOPIC) == object.has(SUBSCRIPTION)) {
            throw CommandFailure.usage(
                    "%s: a resource is an object with a member topic (its name) or subscription".formatted(file)
                            + " (TOPIC/NAME), and properties.");
        }
        for (var member : object.properties()) {
            if (!List.of(TOPIC, SUBSCRIPTION, PROPERTIES).contains(member.getKey())) {
                throw CommandFailure.usage("%s: a resource has no member %s.".formatted(file, member.getKey()));
            }
        }
        var properties = References.resolved(object.withObjectProperty(PROPERTIES), environment);
        if (object.has(TOPIC)) {
            return new Resource.Topic(object.path(TOPIC).asText(), properties);
        }
        try {
            return new Resource.Subscription(
                    SubscriptionName.of(object.path(SUBSCRIPTION).asText()), properties);
        } catch (CommandFailure failure) {
            throw CommandFailure.usage("%s: %s".formatted(file, failure.text()));
        }
    }
}
