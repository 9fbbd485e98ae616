package io.tidings.contract.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The members of one record that its reader does not know, which are kept and not refused. */
public final class UnknownMembers {
    /** Names from the root on; an array is kept whole. */
    private final Set<List<String>> trails = new HashSet<>();

    private final List<String> paths = new ArrayList<>();

    /** Take the members out of the tree that was read. */
    private final List<Runnable> removals = new ArrayList<>();

    void add(ObjectNode object, String name, List<String> trail, String path) {
        trails.add(trail);
        paths.add(path);
        removals.add(() -> object.remove(name));
    }

    /** Removes the members from the tree that was read, and returns their paths. */
    public List<String> remove() {
        removals.forEach(Runnable::run);
        return List.copyOf(paths);
    }

    /**
     * @param violations of the record; with any of them, all of it is kept
     * @param requires the features that the record requires and that its reader does not know
     */
    public Unread in(byte[] json, List<Violation> violations, Set<String> requires) throws IOException {
        if (!violations.isEmpty()) {
            var whole = JsonNodeFactory.instance.rawValueNode(new RawValue(new String(json, UTF_8)));
            return new Unread(whole, paths, violations, requires);
        }
        if (trails.isEmpty() && requires.isEmpty()) {
            return Unread.NONE;
        }
        var kept = JsonNodeFactory.instance.objectNode();
        try (var parser = JsonObjectView.JSON.createParser(json)) {
            parser.nextToken();
            cut(parser, json, List.of(), kept);
        }
        return new Unread(kept, paths, violations, requires);
    }

    /** @param parser at the start of an object */
    private void cut(JsonParser parser, byte[] json, List<String> trail, ObjectNode kept) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            var here = Stream.concat(trail.stream(), Stream.of(name)).toList();
            var type = parser.nextToken();
            if (trails.contains(here)) {
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.finishToken();
                int end = (int) parser.currentLocation().getByteOffset();
                kept.putRawValue(name, new RawValue(new String(json, start, end - start, UTF_8)));
            } else if (type == JsonToken.START_OBJECT && leadsOn(here)) {
                cut(parser, json, here, kept.putObject(name));
            } else {
                parser.skipChildren();
            }
        }
    }

    private boolean leadsOn(List<String> trail) {
        return trails.stream()
                .anyMatch(each -> each.size() > trail.size()
                        && each.subList(0, trail.size()).equals(trail));
    }
}
