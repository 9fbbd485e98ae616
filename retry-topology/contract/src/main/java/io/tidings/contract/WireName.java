package io.tidings.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A constant of an enum with a name on the wire, made of its own name, so that renaming it changes the format. */
public interface WireName {
    /** The name of the constant. */
    String name();

    /** The name with small letters and hyphens, such as {@code event-grid}. */
    default String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A constant whose name on the wire has capitals, such as {@code BadRequest}. */
    interface Capitalized extends WireName {
        @Override
        default String wireName() {
            var name = name();
            var word = new StringBuilder(name.length());
            for (int i = 0; i < name.length(); i++) {
                char letter = name.charAt(i);
                if (letter != '_') {
                    word.append(i == 0 || name.charAt(i - 1) == '_' ? letter : Character.toLowerCase(letter));
                }
            }
            return word.toString();
        }
    }

    static <E extends Enum<E> & WireName> Optional<E> of(Class<E> type, String word) {
        return Optional.ofNullable(type.cast(Known.BY_WORD.get(type).get(word)));
    }

    static <E extends Enum<E> & WireName> Optional<E> inAnyCase(Class<E> type, String word) {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> each.wireName().equalsIgnoreCase(word))
                .findFirst();
    }

    /** Returns the rule for a member that is one of the names. */
    static <E extends Enum<E> & WireName> String rule(Class<E> type) {
        var words =
                Arrays.stream(type.getEnumConstants()).map(WireName::wireName).toList();
        return "must be " + (words.size() == 2 ? String.join(" or ", words) : "one of " + String.join(", ", words));
    }

    /** The constants by their names, because some are read with every delivery that is tried again. */
    final class Known {
        private static final ClassValue<Map<String, WireName>> BY_WORD = new ClassValue<>() {
            @Override
            protected Map<String, WireName> computeValue(Class<?> type) {
                return Arrays.stream(type.getEnumConstants())
                        .map(WireName.class::cast)
                        .collect(Collectors.toUnmodifiableMap(WireName::wireName, Function.identity()));
            }
        };

        private Known() {}
    }
}
