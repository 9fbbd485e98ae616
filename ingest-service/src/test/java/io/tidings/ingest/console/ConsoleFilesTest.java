package io.tidings.ingest.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.oidc.SignInEndpoints;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the console that browsers get, and those that they never get. */
class ConsoleFilesTest {
    private static final Path FOLDER = Path.of("src", "main", "resources", "io", "tidings", "ingest", "console");
    private static final Pattern REFERENCE =
            Pattern.compile("(?:from |import\\()\"([^\"]+)\"|(?:href|src)=\"(/console/[^\"]+)\"");
    private static final ConsoleFiles CONSOLE =
            console(new ConsoleSettings(true, "http://localhost:3001/", Path.of("/data/admin.token"), true, null));
    private static final SignIn SIGN_IN = new SignIn("https://login.example/realm", "console", "openid roles");
    private static final SignInEndpoints ENDPOINTS =
            new SignInEndpoints("https://login.example/auth", "https://login.example/token");

    /** Asking for the endpoints is a mistake of a console without a client. */
    private static ConsoleFiles console(ConsoleSettings settings) {
        return ConsoleFiles.of(settings, () -> {
            throw new AssertionError("nobody signs in at an issuer");
        });
    }

    @ParameterizedTest(name = "/console/{0} is {1}")
    @CsvSource({
        "'', text/html; charset=utf-8",
        "index.html, text/html; charset=utf-8",
        "app.js, text/javascript; charset=utf-8",
        "app.css, text/css; charset=utf-8",
        "core/api.js, text/javascript; charset=utf-8",
        "icon.svg, image/svg+xml",
        "settings.json, application/json; charset=utf-8",
        "lib/lit-html/lit-html.js, text/javascript; charset=utf-8",
        "lib/lit-html/directives/repeat.js, text/javascript; charset=utf-8",
        "lib/pico/pico.min.css, text/css; charset=utf-8",
        "lib/chart/chart.umd.js, text/javascript; charset=utf-8"
    })
    void eachFileHasItsTypeAndTheHeadersThatProtectIt(String path, String type) {
        var response = get(path, Map.of());
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.bytes()).isNotEmpty();
        assertThat(response.headers())
                .containsEntry("Content-Type", type)
                .containsEntry("X-Content-Type-Options", "nosniff")
                .containsEntry("Referrer-Policy", "no-referrer")
                .containsEntry("Cross-Origin-Opener-Policy", "same-origin")
                .containsEntry("Cache-Control", "no-cache")
                .containsKeys("Permissions-Policy", "ETag");
        assertThat(response.headers().get("Content-Security-Policy"))
                .contains("default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'")
                .doesNotContain("unsafe");
    }

    @Test
    void everyFileIsServedAndEveryImportAndLinkLeadsToOne() throws IOException {
        var missing = new HashSet<String>();
        for (var file : files()) {
            assertThat(get(FOLDER.relativize(file).toString(), Map.of()).bytes())
                    .isEqualTo(Files.readAllBytes(file));
            var references = REFERENCE.matcher(Files.readString(file));
            while (references.find()) {
                var found = references.group(1) == null ? references.group(2) : references.group(1);
                if (get(path(file, found), Map.of()).status() != 200) {
                    missing.add(FOLDER.relativize(file) + ": " + found);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private static String path(Path file, String reference) {
        return reference.startsWith("/console/")
                ? reference.substring("/console/".length())
                : FOLDER.relativize(file.resolveSibling(reference).normalize()).toString();
    }

    /** The policy would forbid it in the browser; here it is found earlier. */
    @Test
    void noFileWritesMarkupKeepsATokenOrRunsText() throws IOException {
        var forbidden = Pattern.compile("innerHTML|outerHTML|insertAdjacentHTML|document\\.write|unsafeHTML|unsafeSVG"
                + "|unsafeStatic|\\beval\\(|new Function|localStorage|sessionStorage|document\\.cookie|indexedDB"
                + "|\\sstyle=|<script>|<style>|\\son[a-z]+=\"");
        for (var file : files()) {
            var text = Files.readString(file);
            var allowed = file.endsWith("core/memory.js")
                    ? text.replace("localStorage.", "")
                    : file.endsWith("core/oidc.js") ? text.replace("storage: sessionStorage", "") : text;
            assertThat(allowed).as(file.toString()).doesNotContainPattern(forbidden);
        }
    }

    /** The one file that may keep something in the browser keeps what the pages name there. */
    @Test
    void theBrowserKeepsNothingButTheColoursAndTheNumberOfRows() throws IOException {
        var kept = new HashSet<String>();
        for (var file : files()) {
            Pattern.compile("(?<!function )\\bremember\\(([^,]+),")
                    .matcher(Files.readString(file))
                    .results()
                    .forEach(found -> kept.add(found.group(1)));
        }
        assertThat(kept).containsExactlyInAnyOrder("\"theme\"", "\"rows\"");
    }

    private static Set<Path> files() throws IOException {
        try (var paths = Files.walk(FOLDER)) {
            var files = new HashSet<>(paths.filter(Files::isRegularFile).toList());
            assertThat(files).hasSizeGreaterThan(20);
            return files;
        }
    }

    @Test
    void aFileThatTheBrowserHasIsNotSentAgain() {
        var tag = get("app.js", Map.of()).headers().get("ETag");
        var again = get("app.js", Map.of("if-none-match", "\"other\", " + tag));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.bytes()).isEmpty();
        assertThat(again.headers()).containsEntry("ETag", tag).containsKey("Content-Security-Policy");
        assertThat(get("app.css", Map.of("if-none-match", tag)).status()).isEqualTo(200);
    }

    @Test
    void aFileIsCompressedForThoseWhoAskForIt() throws IOException {
        var plain = get("app.css", Map.of());
        var small = get("app.css", Map.of("accept-encoding", "deflate, gzip;q=0.8"));
        assertThat(small.headers()).containsEntry("Content-Encoding", "gzip").containsEntry("Vary", "Accept-Encoding");
        assertThat(small.bytes()).hasSizeLessThan(plain.bytes().length);
        try (var stream = new GZIPInputStream(new ByteArrayInputStream(small.bytes()))) {
            assertThat(stream.readAllBytes()).isEqualTo(plain.bytes());
        }
        for (var none : new String[] {"", "identity", "gzip;q=0", "gzip; q=0.0", "br"}) {
            assertThat(get("app.css", Map.of("accept-encoding", none)).headers())
                    .doesNotContainKey("Content-Encoding");
        }
    }

    @ParameterizedTest(name = "/console/{0}")
    @ValueSource(
            strings = {
                "..",
                "../openapi.json",
                "..%2fopenapi.json",
                "%2e%2e/openapi.json",
                "core/../index.html",
                "./index.html",
                "core",
                "core/",
                "lib",
                "lib/lit-html/node/lit-html.js",
                "lib/lit-html/package.json",
                "INDEX.HTML",
                "index.html%00",
                "app.js.map",
                "package-info.class"
            })
    void nothingElseIsServed(String path) {
        var response = get(path, Map.of());
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.headers()).containsKey("Content-Security-Policy");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS"})
    void filesAreOnlyRead(String method) {
        var response = CONSOLE.respond("", request(method, Map.of()));
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.headers()).containsEntry("Allow", "GET, HEAD");
        assertThat(CONSOLE.respond("", request("HEAD", Map.of())).status()).isEqualTo(200);
    }

    @Test
    void theHostAloneLeadsToThePageIfTheConsoleIsOn() {
        var response = CONSOLE.lead(request("GET", Map.of())).orElseThrow();
        assertThat(response.status()).isEqualTo(302);
        assertThat(response.headers()).containsEntry("Location", "/console");
        assertThat(CONSOLE.lead(request("POST", Map.of()))).isEmpty();
        assertThat(console(new ConsoleSettings(false, null, null, true, null)).lead(request("GET", Map.of())))
                .isEmpty();
    }

    @Test
    void thePagesLearnOfTheTestReceiverTheTokenFileAndValidation() {
        assertThat(get("settings.json", Map.of()).body()).isEqualTo("""
            {"localMode":true,"testReceiver":"http://localhost:3001/","tokenFile":"/data/admin.token","validation":true}
            """);
        var bare = console(new ConsoleSettings(true, null, null, false, null));
        assertThat(bare.respond("settings.json", request("GET", Map.of())).body())
                .isEqualTo("""
                    {"localMode":false,"testReceiver":null,"tokenFile":null,"validation":false}
                    """);
    }

    @Test
    void whereAnIssuerSignsPeopleInThePagesMayAskItForTokensAndNobodyElse() {
        var known = new AtomicReference<>(Optional.of(ENDPOINTS));
        var console = ConsoleFiles.of(new ConsoleSettings(true, null, null, true, SIGN_IN), known::get);
        var page = console.respond("", request("GET", Map.of()));
        assertThat(page.headers().get("Content-Security-Policy"))
                .contains("; connect-src 'self' https://login.example/token; font-src");
        assertThat(console.respond("settings.json", request("GET", Map.of())).body())
                .contains("""
                    "signIn":{"issuer":"https://login.example/realm","clientId":"console","scope":"openid roles",\
                    "authorization":"https://login.example/auth","token":"https://login.example/token"}\
                    """);

        known.set(Optional.empty());
        assertThat(console.respond("", request("GET", Map.of())).headers().get("Content-Security-Policy"))
                .contains("; connect-src 'self'; font-src");
        assertThat(console.respond("settings.json", request("GET", Map.of())).body())
                .contains("\"scope\":\"openid roles\"}");
    }

    /** A browser keeps the policy of a page that has not changed. */
    @Test
    void aPageWhosePolicyMayChangeIsSentWhole() {
        var known = new AtomicReference<>(Optional.<SignInEndpoints>empty());
        var console = ConsoleFiles.of(new ConsoleSettings(true, null, null, true, SIGN_IN), known::get);
        var tag = console.respond("", request("GET", Map.of())).headers().getOrDefault("ETag", "");
        known.set(Optional.of(ENDPOINTS));
        var page = console.respond("", request("GET", Map.of("if-none-match", tag)));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.headers()).doesNotContainKey("ETag");
    }

    @Test
    void aConsoleThatIsOffServesNothingAndSaysHowToSwitchItOn() {
        var off = console(new ConsoleSettings(false, null, null, true, null));
        for (var path : new String[] {"", "index.html", "settings.json", "lib/pico/pico.min.css"}) {
            var response = off.respond(path, request("GET", Map.of()));
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.body()).contains("console.enabled");
        }
    }

    /** Small files are loaded in a moment, also from far away. */
    @Test
    void theFirstPageNeedsLittle() {
        var sent = Stream.of("", "app.js", "app.css", "lib/pico/pico.min.css", "lib/lit-html/lit-html.js")
                .mapToInt(path -> get(path, Map.of("accept-encoding", "gzip")).bytes().length)
                .sum();
        assertThat(sent).isLessThan(40_000);
    }

    private static Response get(String path, Map<String, String> headers) {
        return CONSOLE.respond(path, request("GET", headers));
    }

    private static Request request(String method, Map<String, String> headers) {
        return new Request(
                method,
                "/console",
                "",
                "localhost:8080",
                false,
                "127.0.0.1",
                headers,
                () -> new Body.Whole("".getBytes(UTF_8)));
    }
}
