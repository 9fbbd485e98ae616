package io.tidings.local.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** Files that only their owner can read. */
final class SecretFile {
    private static final int SECRET_BYTES = 32;

    private SecretFile() {}

    /** Returns the secret in the file, which is made up if there is no such file. */
    static String in(Path file, Base64.Encoder encoder) {
        try {
            if (!Files.exists(file)) {
                var bytes = new byte[SECRET_BYTES];
                new SecureRandom().nextBytes(bytes);
                write(file, encoder.encodeToString(bytes) + "\n");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new CannotStart(
                    "The secret %s can be neither read nor written: change its permissions.".formatted(file), e);
        }
    }

    static void write(Path file, String content) throws IOException {
        Files.deleteIfExists(file);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, content, UTF_8);
    }
}
