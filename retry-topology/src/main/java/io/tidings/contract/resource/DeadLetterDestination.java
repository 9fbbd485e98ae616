package io.tidings.contract.resource;

/**
 * The blob container for what cannot be delivered.
 *
 * @param resourceId as written, ending in the storage account's name
 * @param container name of the blob container
 */
public record DeadLetterDestination(String resourceId, String container) {
    /** The last segment of the resource id. */
    public String account() {
        return resourceId.substring(resourceId.lastIndexOf('/') + 1);
    }
}
