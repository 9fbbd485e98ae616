package io.tidings.export.blob;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes in a few words why a storage did not accept a blob. */
final class StorageFailure {
    private static final Pattern AUTHORITY = Pattern.compile("for url \\(\\w+://([^/)]+)");
    private static final Pattern RESPONSE = Pattern.compile("code: \"([^\"]+)\", message: \"([^\"\\\\]+)");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    private StorageFailure() {}

    static String ofFile(IOException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> "permission denied: " + denied.getFile();
            case NoSuchFileException missing -> "there is no " + missing.getFile();
            case FileAlreadyExistsException file -> "a file is where a folder should be: " + file.getFile();
            case FileSystemException other when other.getReason() != null -> lowerCase(other.getReason());
            default -> lowerCase(failure.getMessage());
        };
    }

    private static String lowerCase(@Nullable String reason) {
        return reason == null || reason.isEmpty()
                ? "input or output failed"
                : reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
    }

    /** @param text of Apache OpenDAL; returned unchanged if its form is unknown */
    static String ofCloud(String text) {
        var authority = AUTHORITY.matcher(text);
        if (authority.find()) {
            return ofConnection(text, authority.group(1));
        }
        var response = RESPONSE.matcher(text);
        return response.find() ? "it responded " + response.group(1) + ": " + response.group(2) : text;
    }

    private static String ofConnection(String text, String at) {
        if (text.contains("dns error")) {
            return "no address for " + PORT.matcher(at).replaceFirst("");
        }
        if (text.contains("Connection refused")) {
            return "connection refused: " + at;
        }
        if (text.contains("connection closed before")) {
            return "connection closed before a response: " + at;
        }
        if (text.contains("tls handshake") || text.contains("certificate")) {
            return "TLS handshake failed: " + at + ", " + text.substring(text.lastIndexOf(": ") + 2);
        }
        return text;
    }
}
