package io.tidings.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The things of one kind that topics may name, such as Kafka topics, as the settings with one prefix say.
 *
 * @param stated whether only what the settings name, with its topics, may be named, also if they name nothing
 */
public record AllowedNames(List<Named> named, boolean stated) {
    public static final AllowedNames ANY = new AllowedNames(List.of(), false);

    /** @param names in which {@code *} stands for any characters */
    record Named(List<Pattern> names, AllowedUse use) {
        Named {
            names = List.copyOf(names);
        }

        boolean allows(String name, String topic) {
            return use.covers(topic, Stream.of())
                    && names.stream().anyMatch(pattern -> pattern.matcher(name).matches());
        }
    }

    public AllowedNames {
        named = List.copyOf(named);
    }

    /**
     * @param prefix of the settings, which is followed by a name of the owner's choice
     * @param kind what the names are, for messages
     * @throws InvalidSettings with every problem
     */
    public static AllowedNames of(Settings settings, String prefix, Pattern legal, String kind) {
        var problems = new ArrayList<String>();
        var named = new ArrayList<Named>();
        var texts = settings.under(prefix);
        texts.forEach((name, text) -> {
            if (name.endsWith(AllowedUse.TOPICS)) {
                var owner = name.substring(0, name.length() - AllowedUse.TOPICS.length());
                if (!texts.containsKey(owner)) {
                    problems.add(prefix + name + ": " + prefix + owner + " is not set");
                }
                return;
            }
            var words = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
            if (words.stream().allMatch(word -> legal.matcher(word).matches())) {
                var patterns = words.stream().map(AllowedNames::pattern).toList();
                named.add(new Named(patterns, AllowedUse.of(settings, prefix + name, problems)));
            } else {
                problems.add(prefix + name + ": must be " + kind
                        + " with commas between them, in which * stands for any characters");
            }
        });
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return new AllowedNames(named, false);
    }

    private static Pattern pattern(String word) {
        return Pattern.compile(
                Arrays.stream(word.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    /** Returns the same names for a program that several teams manage: what no setting names is for none. */
    public AllowedNames onlyAsStated() {
        return new AllowedNames(named, true);
    }

    public boolean allows(String name, String topic) {
        return (named.isEmpty() && !stated)
                || named.stream().anyMatch(each -> (!stated || each.use().statesTopics()) && each.allows(name, topic));
    }
}
