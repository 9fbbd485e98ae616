package io.tidings.contract.delivery;

import static java.util.Map.entry;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The names of HTTP statuses in dead-letter reasons: those of .NET, in which Event Grid's own reasons are written. */
final class StatusName {
    private static final int LOWEST = 100;
    private static final int HIGHEST = 599;
    private static final String NAMELESS = "Status";

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            entry(100, "Continue"),
            entry(101, "SwitchingProtocols"),
            entry(102, "Processing"),
            entry(103, "EarlyHints"),
            entry(205, "ResetContent"),
            entry(206, "PartialContent"),
            entry(207, "MultiStatus"),
            entry(208, "AlreadyReported"),
            entry(226, "IMUsed"),
            entry(300, "MultipleChoices"),
            entry(301, "MovedPermanently"),
            entry(302, "Found"),
            entry(303, "SeeOther"),
            entry(304, "NotModified"),
            entry(305, "UseProxy"),
            entry(307, "TemporaryRedirect"),
            entry(308, "PermanentRedirect"),
            entry(400, "BadRequest"),
            entry(401, "Unauthorized"),
            entry(402, "PaymentRequired"),
            entry(403, "Forbidden"),
            entry(404, "NotFound"),
            entry(405, "MethodNotAllowed"),
            entry(406, "NotAcceptable"),
            entry(407, "ProxyAuthenticationRequired"),
            entry(408, "RequestTimeout"),
            entry(409, "Conflict"),
            entry(410, "Gone"),
            entry(411, "LengthRequired"),
            entry(412, "PreconditionFailed"),
            entry(413, "RequestEntityTooLarge"),
            entry(414, "RequestUriTooLong"),
            entry(415, "UnsupportedMediaType"),
            entry(416, "RequestedRangeNotSatisfiable"),
            entry(417, "ExpectationFailed"),
            entry(421, "MisdirectedRequest"),
            entry(422, "UnprocessableEntity"),
            entry(423, "Locked"),
            entry(424, "FailedDependency"),
            entry(426, "UpgradeRequired"),
            entry(428, "PreconditionRequired"),
            entry(429, "TooManyRequests"),
            entry(431, "RequestHeaderFieldsTooLarge"),
            entry(451, "UnavailableForLegalReasons"),
            entry(500, "InternalServerError"),
            entry(501, "NotImplemented"),
            entry(502, "BadGateway"),
            entry(503, "ServiceUnavailable"),
            entry(504, "GatewayTimeout"),
            entry(505, "HttpVersionNotSupported"),
            entry(506, "VariantAlsoNegotiates"),
            entry(507, "InsufficientStorage"),
            entry(508, "LoopDetected"),
            entry(510, "NotExtended"),
            entry(511, "NetworkAuthenticationRequired"));

    private static final Set<String> ALL = all();

    private StatusName() {}

    private static Set<String> all() {
        var all = new HashSet<String>();
        for (int status = LOWEST; status <= HIGHEST; status++) {
            all.add(of(status));
        }
        return Set.copyOf(all);
    }

    /** Returns {@code Status418} for a status without a name. */
    static String of(int status) {
        return NAMES.getOrDefault(status, NAMELESS + status);
    }

    static boolean exists(String name) {
        return ALL.contains(name);
    }
}
