package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.ingest.http.Request;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The list of all resources of an Azure subscription or a resource group, which is a list of topics, or of domains. Pure. */
final class ResourceQuery {
    private static final Pattern PATH =
            Pattern.compile("(?i)(/subscriptions/[^/]+)((?:/resourceGroups/[^/]+)?)/resources/?");
    private static final Pattern TERM = Pattern.compile("(?i)\\s*(resourceType|resourceGroup) eq '([^']*)'\\s*");
    private static final String NOTHING = "name eq ''";

    private ResourceQuery() {}

    /** Returns the request for the list of topics, or of domains if it asks for these; another request as it is. */
    static Request asList(Request request) {
        var path = PATH.matcher(request.path());
        if (!path.matches()) {
            return request;
        }
        var group = path.group(2);
        var type = ResourceView.TOPIC_TYPE;
        var ofNames = new ArrayList<String>();
        for (var term : request.parameter("$filter").orElse("").split("(?i) and ", -1)) {
            var known = TERM.matcher(term);
            if (!known.matches()) {
                ofNames.add(term);
            } else if (known.group(1).equalsIgnoreCase("resourceGroup")) {
                group = "/resourceGroups/" + escaped(known.group(2));
            } else if (known.group(2).equalsIgnoreCase(ResourceView.DOMAIN_TYPE)) {
                type = ResourceView.DOMAIN_TYPE;
            } else if (!known.group(2).equalsIgnoreCase(ResourceView.TOPIC_TYPE)) {
                ofNames.add(NOTHING);
            }
        }
        ofNames.removeIf(String::isBlank);
        return request.to(path.group(1) + group + "/providers/" + type, query(request, ofNames));
    }

    /** The versions of this list are other ones than those of topics. */
    private static String query(Request request, List<String> ofNames) {
        var query = new StringBuilder(ApiVersion.NAME + "=" + ApiVersion.NEWEST);
        Stream.of("$top", "$skiptoken")
                .forEach(name -> request.parameter(name)
                        .ifPresent(value ->
                                query.append('&').append(name).append('=').append(escaped(value))));
        return ofNames.isEmpty() ? query.toString() : query + "&$filter=" + escaped(String.join(" and ", ofNames));
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }
}
