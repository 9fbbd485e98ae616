package io.tidings.worker.webhook;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;

/**
 * Describes in a few words why a request got no response. Names only the host and port of the endpoint's URL, and
 * uses no text from the endpoint.
 */
final class FailureDescription {
    /** The format of Date.toString: the exception for an expired certificate has its date only in the message. */
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss zzz yyyy", Locale.US);

    private FailureDescription() {}

    static String of(Exception failure, String host, String at) {
        return switch (failure) {
            case UnknownHostException unknown ->
                unknown.getCause() instanceof TimeoutException
                        ? "looking up " + host + " took too long"
                        : "no address for " + host;
            case ConnectTimeoutException _ -> "no connection in time: " + at;
            case SocketTimeoutException _ -> "no response in time: " + at;
            case ConnectException _ -> (refused(failure) ? "connection refused: " : "no connection: ") + at;
            case SSLException _ -> ofTls(failure, host, at);
            case HttpException _ -> "no valid HTTP response: " + at;
            case MessageConstraintException limit -> "response beyond a limit (" + limit.getMessage() + "): " + at;
            case IOException _ -> "connection closed before a response: " + at;
            default -> "no valid HTTP response: " + at;
        };
    }

    private static boolean refused(Exception failure) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("refused");
    }

    /** Returns the text for the first cause that is known. */
    private static String ofTls(@Nullable Throwable cause, String host, String at) {
        return switch (cause) {
            case null -> "TLS handshake failed: " + at;
            case CertificateExpiredException expired -> "certificate expired" + date(expired) + ": " + at;
            case CertificateNotYetValidException _ -> "certificate not valid yet: " + at;
            case CertPathBuilderException _ -> "certificate of an unknown authority: " + at;
            case SSLPeerUnverifiedException _ -> "certificate not for " + host + ": " + at;
            case CertificateException plain
            when plain.getClass() == CertificateException.class -> "certificate not for " + host + ": " + at;
            default -> ofTls(cause.getCause(), host, at);
        };
    }

    private static String date(CertificateExpiredException expired) {
        var message = String.valueOf(expired.getMessage());
        try {
            return " "
                    + LocalDate.parse(
                            message.substring(message.indexOf(':') + 1).strip(), DATE);
        } catch (DateTimeException e) {
            return ""; // another TLS provider words it differently
        }
    }
}
