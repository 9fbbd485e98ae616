package io.tidings.contract.subscription;

import java.util.Optional;
import java.util.regex.Pattern;

/** @param resourceId as written, with the storage account's name */
public record DeadLetterDestination(String resourceId, String container) {
    private static final Pattern ACCOUNT = Pattern.compile("[a-zA-Z0-9]{1,64}");
    private static final Pattern CONTAINER = Pattern.compile("(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*");

    /** The two forms in Azure's documentation. */
    private static final Pattern RESOURCE_ID = Pattern.compile(
            "(?:.*/)?storageAccounts/([^/]+)(?:/blobServices/default/containers/([^/]+))?/?", Pattern.CASE_INSENSITIVE);

    public static boolean isAccount(String name) {
        return ACCOUNT.matcher(name).matches();
    }

    /** 3 to 63 lower-case letters, digits and single {@code -}, starting and ending without {@code -}. */
    public static boolean isContainer(String name) {
        return CONTAINER.matcher(name).matches();
    }

    static Optional<String> accountIn(String resourceId) {
        var form = RESOURCE_ID.matcher(resourceId);
        return form.matches() ? Optional.of(form.group(1)) : Optional.empty();
    }

    /** Returns empty for the shorter form, which names no container. */
    static Optional<String> containerIn(String resourceId) {
        var form = RESOURCE_ID.matcher(resourceId);
        return form.matches() ? Optional.ofNullable(form.group(2)) : Optional.empty();
    }

    /** Returns the account in the path; earlier releases took the last segment of any path. */
    static String accountOf(String resourceId) {
        return accountIn(resourceId).orElseGet(() -> resourceId.substring(resourceId.lastIndexOf('/') + 1));
    }

    public String account() {
        return accountOf(resourceId);
    }
}
