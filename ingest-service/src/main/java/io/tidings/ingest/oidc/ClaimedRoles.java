package io.tidings.ingest.oidc;

import io.tidings.ingest.access.Grant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads roles from the claims of a token. Pure. */
record ClaimedRoles(List<String> names, List<RoleMapping> mappings) {
    /** Values that the settings do not map grant nothing. */
    List<Grant> of(Map<String, Object> claims) {
        var values = names.stream()
                .flatMap(name -> values(found(name, claims)).stream())
                .collect(Collectors.toSet());
        return mappings.stream()
                .filter(mapping -> values.contains(mapping.value()))
                .map(RoleMapping::grant)
                .toList();
    }

    /** Some providers have claims whose names are URLs, so the whole text is a name before it is a path. */
    private static @Nullable Object found(String claim, Map<String, Object> claims) {
        if (claims.containsKey(claim)) {
            return claims.get(claim);
        }
        Object at = claims;
        for (var name : claim.split("\\.", -1)) {
            at = at instanceof Map<?, ?> members ? members.get(name) : null;
        }
        return at;
    }

    /** A text has its values between spaces, as {@code scope} does. */
    private static List<String> values(@Nullable Object claimed) {
        return switch (claimed) {
            case String text -> List.of(text.strip().split("\\s+", -1));
            case Collection<?> many ->
                many.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList();
            case null, default -> List.of();
        };
    }
}
