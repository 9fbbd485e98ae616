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
    private static final int TOKEN_BYTES = 32;

    private SecretFile() {}

    /** The token in the file; made up if there is no such file. */
    static String token(Path file, SecureRandom random) {
        try {
            if (!Files.exists(file)) {
                var bytes = new byte[TOKEN_BYTES];
                random.nextBytes(bytes);
                write(file, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\n");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new CannotStart(
                    "The admin token %s can be neither read nor written: change its permissions, or delete it."
                            .formatted(file),
                    e);
        }
    }

    /** The file with the key that secrets are sealed with; made up if there is no such file. */
    static Path sealingKey(Path file, SecureRandom random) {
        try {
            if (!Files.exists(file)) {
                var bytes = new byte[TOKEN_BYTES];
                random.nextBytes(bytes);
                write(file, Base64.getEncoder().encodeToString(bytes) + "\n");
            }
            return file;
        } catch (IOException e) {
            throw new CannotStart(
                    "The key %s cannot be written: change the permissions of its folder.".formatted(file), e);
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
