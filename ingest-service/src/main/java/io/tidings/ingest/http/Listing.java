package io.tidings.ingest.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.net.URLEncoder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The page of a list that a request asks for, as in Azure's lists: {@code $top}, {@code $filter} and, from the {@code
 * nextLink} of the page before, {@code $skiptoken}. Pure.
 *
 * @param after the last name of the page before; null for the first page
 */
public record Listing(int top, @Nullable String after, Predicate<String> filter) {
    private static final String FILTER = "$filter";
    private static final String SKIP_TOKEN = "$skiptoken";
    private static final int MAX_TOP = 100;
    private static final int DEFAULT_TOP = 20;
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    /** @param sorted all elements, by name */
    public static <T> Response respond(
            Request request, Collection<T> sorted, Function<T, String> name, Function<T, JsonNode> shown) {
        return respond(request, sorted, name, Comparator.naturalOrder(), shown);
    }

    /** @param sorted all elements, in this order of their names */
    public static <T> Response respond(
            Request request,
            Collection<T> sorted,
            Function<T, String> name,
            Comparator<String> order,
            Function<T, JsonNode> shown) {
        return switch (of(request)) {
            case Validated.Invalid<Listing> invalid -> RequestBodies.invalid(invalid.violations());
            case Validated.Valid<Listing>(var listing) -> listing.page(request, sorted, name, order, shown);
        };
    }

    private static Validated<Listing> of(Request request) {
        var violations = new ArrayList<Violation>();
        int top = top(request, DEFAULT_TOP, MAX_TOP, violations);
        Predicate<String> filter = _ -> true;
        var text = request.parameter(FILTER).orElse("");
        if (!text.isBlank()) {
            switch (NameFilter.read(text)) {
                case Validated.Invalid<Predicate<String>> invalid -> violations.addAll(invalid.violations());
                case Validated.Valid<Predicate<String>>(var read) -> filter = read;
            }
        }
        return violations.isEmpty()
                ? new Validated.Valid<>(
                        new Listing(top, request.parameter(SKIP_TOKEN).orElse(null), filter))
                : new Validated.Invalid<>(violations);
    }

    /** Returns the number of elements that a page may have. */
    public static int top(Request request, int usual, int most, List<Violation> violations) {
        var wanted = request.parameter("$top").orElse("");
        if (wanted.isEmpty()) {
            return usual;
        }
        int top = wanted.matches("\\d{1,4}") ? Integer.parseInt(wanted) : 0;
        if (top < 1 || top > most) {
            violations.add(new Violation("$top", "must be a whole number from 1 to " + most));
            return usual;
        }
        return top;
    }

    /** Returns a parameter of the request; null if it is missing or empty. */
    public static @Nullable String text(Request request, String name) {
        return request.parameter(name).filter(text -> !text.isEmpty()).orElse(null);
    }

    /** Returns a parameter that is a time; null if it is missing, empty or wrong. */
    public static @Nullable Instant time(Request request, String name, List<Violation> violations) {
        var text = text(request, name);
        try {
            var time = text == null ? null : Instant.parse(text);
            if (time == null || (!time.isBefore(EARLIEST) && !time.isAfter(LATEST))) {
                return time;
            }
        } catch (DateTimeException e) {
            // reported below, as a time that nothing can have
        }
        violations.add(new Violation(name, "must be a time such as 2026-11-22T14:00:00Z"));
        return null;
    }

    private <T> Response page(
            Request request,
            Collection<T> sorted,
            Function<T, String> name,
            Comparator<String> order,
            Function<T, JsonNode> shown) {
        var found = sorted.stream()
                .filter(each -> after == null || order.compare(name.apply(each), after) > 0)
                .filter(each -> filter.test(ownName(name.apply(each))))
                .limit(top + 1L)
                .toList();
        var json = JsonNodeFactory.instance.objectNode();
        var value = json.putArray("value");
        found.stream().limit(top).forEach(each -> value.add(shown.apply(each)));
        if (found.size() > top) {
            json.put("nextLink", linkBehind(name.apply(found.get(top - 1)), request));
        }
        return Response.json(200, json);
    }

    /** The name of a resource within another one stands behind the name of that. */
    private static String ownName(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** Returns the link to the page behind an element. */
    public static String linkBehind(String last, Request request) {
        var link = new StringBuilder(request.origin() + request.path() + "?");
        for (var pair : request.query().split("&", -1)) {
            if (!pair.isEmpty() && !pair.startsWith(SKIP_TOKEN + "=") && !pair.startsWith("%24skiptoken=")) {
                link.append(pair).append('&');
            }
        }
        return link + "%24skiptoken=" + URLEncoder.encode(last, UTF_8);
    }
}
