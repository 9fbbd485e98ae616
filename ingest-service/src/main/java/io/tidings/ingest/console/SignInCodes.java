package io.tidings.ingest.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.Sha256;
import io.tidings.ingest.access.AdminToken;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import java.net.InetAddress;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Codes that each sign in at the console once, within a minute, for a link that local mode prints: who shows the admin
 * token gets a code, and who shows the code gets the token. Only on this machine, and only where the console is for this
 * machine alone. Safe for use by many threads.
 */
public final class SignInCodes {
    private static final Duration LIFE = Duration.ofMinutes(1);
    private static final int BYTES = 32;
    private static final String BEARER = "Bearer ";

    private final boolean local;
    private final AdminToken admin;
    private final InstantSource clock;
    private final SecureRandom random;
    private final List<Code> codes = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Code(byte[] hash, Instant until) {}

    public SignInCodes(ConsoleSettings settings, AdminToken admin, InstantSource clock, SecureRandom random) {
        this.local = settings.enabled() && settings.tokenFile() != null && admin.secret() != null;
        this.admin = admin;
        this.clock = clock;
        this.random = random;
    }

    /** Responds to a token with a code, and to a code in the body with the token. */
    public Response respond(Request request) {
        if (!local || !InetAddress.ofLiteral(request.remoteAddress()).isLoopbackAddress()) {
            return Response.of(ApiError.notFound("there is nothing at this path"));
        }
        if (!request.method().equals("POST")) {
            return Response.methodNotAllowed(request.method(), "POST");
        }
        return request.header("authorization")
                .map(this::issued)
                .orElseGet(() -> RequestBodies.read(request, body -> redeemed(new String(body, UTF_8))))
                .with("Cache-Control", "no-store");
    }

    private Response issued(String authorization) {
        if (!authorization.startsWith(BEARER) || !admin.is(authorization.substring(BEARER.length()))) {
            return Response.of(ApiError.of(401, "Unauthorized", "the token is not the admin token"));
        }
        var bytes = new byte[BYTES];
        random.nextBytes(bytes);
        var code = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        synchronized (codes) {
            codes.removeIf(each -> each.until().isBefore(clock.instant()));
            codes.add(new Code(hash(code), clock.instant().plus(LIFE)));
        }
        return Response.json(201, JsonNodeFactory.instance.objectNode().put("code", code));
    }

    private Response redeemed(String code) {
        var secret = admin.secret();
        return secret != null && taken(hash(code))
                ? Response.json(200, JsonNodeFactory.instance.objectNode().put("token", secret.value()))
                : Response.of(ApiError.of(
                        401,
                        "Unauthorized",
                        "this link has been used, or is older than a minute; sign in with the token"));
    }

    private boolean taken(byte[] hash) {
        synchronized (codes) {
            codes.removeIf(each -> each.until().isBefore(clock.instant()));
            return codes.removeIf(each -> MessageDigest.isEqual(each.hash(), hash));
        }
    }

    private static byte[] hash(String code) {
        return Sha256.of(code.getBytes(UTF_8));
    }
}
