package io.tidings.ingest.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.oidc.SignInEndpoints;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The files of the console, all of them in memory: a path that is not among them leads nowhere. They hold nothing
 * secret, so they need no token.
 */
public final class ConsoleFiles {
    private static final String INDEX = "index.html";
    private static final String SETTINGS = "settings.json";

    private static final Map<String, String> HEADERS = Map.of(
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            "Cache-Control", "no-cache",
            "Vary", "Accept-Encoding");

    private final ConsoleSettings settings;
    private final Supplier<Optional<SignInEndpoints>> endpoints;
    private final Map<String, ConsoleFile> files;

    private ConsoleFiles(
            ConsoleSettings settings, Supplier<Optional<SignInEndpoints>> endpoints, Map<String, byte[]> contents) {
        this.settings = settings;
        this.endpoints = settings.signIn() == null ? Optional::empty : endpoints;
        var read = new TreeMap<String, ConsoleFile>();
        contents.forEach((name, content) -> read.put(name, ConsoleFile.of(name, content)));
        files = Map.copyOf(read);
    }

    /**
     * Reads the files, or none if the console is off.
     *
     * @param endpoints of the issuer; asked for each page if people sign in there
     */
    public static ConsoleFiles of(ConsoleSettings settings, Supplier<Optional<SignInEndpoints>> endpoints) {
        return new ConsoleFiles(settings, endpoints, settings.enabled() ? ClassPathFiles.read() : Map.of());
    }

    /** @param path behind {@code /console/}, as sent; empty for the page itself */
    public Response respond(String path, Request request) {
        if (files.isEmpty()) {
            return Response.of(ApiError.notFound("the console is off; the setting console.enabled switches it on"));
        }
        var name = path.isEmpty() ? INDEX : path;
        var known = name.equals(INDEX) || name.equals(SETTINGS) ? endpoints.get() : Optional.<SignInEndpoints>empty();
        var headers = headers(known);
        var file = name.equals(SETTINGS) ? settings(known) : files.get(name);
        if (file == null) {
            return Response.of(ApiError.notFound("the console has no such file"))
                    .withAll(headers);
        }
        if (!reads(request)) {
            return Response.methodNotAllowed(request.method(), "GET, HEAD").withAll(headers);
        }
        return response(file, request, known.isEmpty()).withAll(headers);
    }

    /** Leads a browser that was given nothing but the host to the page; empty if the console is off. */
    public Optional<Response> lead(Request request) {
        return files.isEmpty() || !reads(request)
                ? Optional.empty()
                : Optional.of(
                        Response.empty(302).withAll(headers(Optional.empty())).with("Location", "/console"));
    }

    private static boolean reads(Request request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    private static Map<String, String> headers(Optional<SignInEndpoints> known) {
        var headers = new TreeMap<>(HEADERS);
        headers.put("Content-Security-Policy", policy(known.map(SignInEndpoints::token)));
        return headers;
    }

    /**
     * Allows no script, style or connection but those of this server and, where people sign in at an issuer, its token
     * endpoint, and no text to become a script: what events and endpoints send is shown in the pages.
     */
    private static String policy(Optional<String> token) {
        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
                + token.map(url -> " " + url).orElse("")
                + "; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                + " require-trusted-types-for 'script'; trusted-types lit-html";
    }

    private ConsoleFile settings(Optional<SignInEndpoints> known) {
        return ConsoleFile.of(SETTINGS, (settings.json(known) + "\n").getBytes(UTF_8));
    }

    /** @param lasting whether the browser may keep the file: not with a policy that changes, which it would keep as well */
    private static Response response(ConsoleFile file, Request request, boolean lasting) {
        if (lasting && names(request, "if-none-match", file.entityTag())) {
            return Response.empty(304).with("ETag", file.entityTag());
        }
        var response = names(request, "accept-encoding", "gzip")
                ? Response.file(file.contentType(), file.compressed()).with("Content-Encoding", "gzip")
                : Response.file(file.contentType(), file.content());
        return lasting ? response.with("ETag", file.entityTag()) : response;
    }

    /** Returns whether a header lists a value, with the quality {@code q=0} excepted. */
    private static boolean names(Request request, String header, String value) {
        return Stream.of(request.header(header).orElse("").split(",", -1))
                .map(each -> each.strip().toLowerCase(Locale.ROOT))
                .anyMatch(each -> each.equals(value.toLowerCase(Locale.ROOT))
                        || (each.startsWith(value + ";") && !each.matches(".*;\\s*q=0(\\.0*)?")));
    }
}
