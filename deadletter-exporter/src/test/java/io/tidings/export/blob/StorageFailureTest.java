package io.tidings.export.blob;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-DLQ-5: the log says why a storage takes nothing. */
class StorageFailureTest {
    private static final String SENDING = "Unexpected (temporary) at write => send http request: error sending request";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " for url (http://a:1/dead/a.json): client error (Connect): tcp connect error: Connection refused (os"
                        + " error 111) | connection refused: a:1",
                " for url (https://b/dead/a.json): client error (Connect): dns error: failed to lookup address"
                        + " information: Name or service not known | no address for b",
                " for url (http://a:1/dead/a.json): client error (SendRequest): connection closed before message"
                        + " completed | connection closed before a response: a:1",
                " for url (https://a:1/dead/a.json): client error (Connect): invalid peer certificate: UnknownIssuer"
                        + " | 'TLS handshake failed: a:1, UnknownIssuer'",
            })
    void aCloudThatIsNotReachedIsSaidWithItsAuthorityAndTheCause(String text, String sentence) {
        assertThat(StorageFailure.ofCloud(SENDING + " " + text)).isEqualTo(sentence);
    }

    @Test
    void aCloudThatRefusesIsSaidWithItsOwnWords() {
        assertThat(StorageFailure.ofCloud(
                        "Unexpected (temporary) at write => AzblobError { code: \"ServerBusy\", message:"
                                + " \"busy now\" }"))
                .isEqualTo("it responded ServerBusy: busy now");
    }

    @Test
    void unknownTextStaysAsItIs() {
        var text = "Unexpected (permanent) at write => something new";
        assertThat(StorageFailure.ofCloud(text)).isEqualTo(text);
        var odd = SENDING + " for url (https://a:1/x): something new";
        assertThat(StorageFailure.ofCloud(odd)).isEqualTo(odd);
    }

    @Test
    void aFolderThatCannotBeWrittenIsSaidWithoutTheNameOfAnException() {
        var causes = Map.of(
                new AccessDeniedException("/dead"), "permission denied: /dead",
                new NoSuchFileException("/dead"), "there is no /dead",
                new FileAlreadyExistsException("/dead"), "a file is where a folder should be: /dead",
                new FileSystemException("/a", "/b", "Is a directory"), "is a directory",
                new IOException("No space left on device"), "no space left on device",
                new IOException(), "input or output failed");
        causes.forEach((failure, sentence) ->
                assertThat(StorageFailure.ofFile(failure)).isEqualTo(sentence));
    }
}
