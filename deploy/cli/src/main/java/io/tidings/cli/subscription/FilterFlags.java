package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.session.Members;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say which events a subscription gets, with the names of Azure's command line. */
final class FilterFlags {
    @Option(
            names = "--included-event-types",
            paramLabel = "TYPE",
            arity = "1..*",
            description = "event types, separated by spaces; without it every type")
    private List<String> types = List.of();

    @Option(
            names = "--subject-begins-with",
            paramLabel = "TEXT",
            description = "the beginning of the subjects of its events")
    private @Nullable String begin;

    @Option(names = "--subject-ends-with", paramLabel = "TEXT", description = "the end of the subjects of its events")
    private @Nullable String end;

    @Option(
            names = "--subject-case-sensitive",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "whether case matters in subjects")
    private @Nullable Boolean caseSensitive;

    @Option(
            names = "--advanced-filter",
            paramLabel = "KEY OPERATOR VALUE…",
            hideParamSyntax = true,
            arity = "2..*",
            parameterConsumer = WordsConsumer.AdvancedFilters.class,
            description = "a condition such as data.amount NumberGreaterThan 100, subject StringIn a b or data.n"
                    + " NumberInRange 1,10; may be repeated, and all must hold")
    private List<ObjectNode> advanced = List.of();

    @Option(
            names = "--enable-advanced-filtering-on-arrays",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "whether conditions look into arrays")
    private @Nullable Boolean arrays;

    /** Adds what was given. */
    void addTo(ObjectNode properties) {
        Members.put(properties, "filter.includedEventTypes", types);
        Members.put(properties, "filter.subjectBeginsWith", begin);
        Members.put(properties, "filter.subjectEndsWith", end);
        Members.put(properties, "filter.isSubjectCaseSensitive", caseSensitive);
        Members.put(properties, "filter.enableAdvancedFilteringOnArrays", arrays);
        Members.put(properties, "filter.advancedFilters", advanced);
    }
}
