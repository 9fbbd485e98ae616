package io.tidings.export.blob;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The kinds of cloud storage, with their names and options in Apache OpenDAL. */
enum Cloud {
    AZURE_BLOB(
            "azblob",
            "azblob",
            "container",
            Set.of(
                    "endpoint",
                    "account_name",
                    "account_key",
                    "sas_token",
                    "encryption_key",
                    "encryption_key_sha256",
                    "encryption_algorithm"),
            "ContainerNotFound"),
    S3(
            "s3",
            "s3",
            "bucket",
            Set.of(
                    "endpoint",
                    "region",
                    "access_key_id",
                    "secret_access_key",
                    "session_token",
                    "role_arn",
                    "role_session_name",
                    "external_id",
                    "allow_anonymous",
                    "disable_config_load",
                    "disable_ec2_metadata",
                    "enable_virtual_host_style",
                    "enable_request_payer",
                    "default_storage_class",
                    "checksum_algorithm",
                    "server_side_encryption",
                    "server_side_encryption_aws_kms_key_id",
                    "server_side_encryption_customer_algorithm",
                    "server_side_encryption_customer_key",
                    "server_side_encryption_customer_key_md5"),
            "NoSuchBucket"),
    GOOGLE(
            "gs",
            "gcs",
            "bucket",
            Set.of(
                    "endpoint",
                    "scope",
                    "service_account",
                    "credential",
                    "credential_path",
                    "token",
                    "allow_anonymous",
                    "disable_config_load",
                    "disable_vm_metadata",
                    "default_storage_class",
                    "predefined_acl"),
            "bucket does not exist");

    private final String scheme;
    private final String service;
    private final String bucketOption;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> options;

    private final String missing;

    Cloud(String scheme, String service, String bucketOption, Set<String> options, String missing) {
        this.scheme = scheme;
        this.service = service;
        this.bucketOption = bucketOption;
        this.options = options;
        this.missing = missing;
    }

    static Optional<Cloud> of(String scheme) {
        return Stream.of(values()).filter(cloud -> cloud.scheme.equals(scheme)).findFirst();
    }

    String scheme() {
        return scheme;
    }

    /** OpenDAL's name. */
    String service() {
        return service;
    }

    /** OpenDAL's option for the cloud's container or bucket. */
    String bucketOption() {
        return bucketOption;
    }

    /** The options that a URI may have. */
    Set<String> options() {
        return options;
    }

    /**
     * The words in the cloud's error that prove that the container is missing. A 404 alone may come from a proxy, and
     * dead letters for a missing container are dropped.
     */
    String missing() {
        return missing;
    }
}
