# shellcheck shell=bash disable=SC2034 # scripts that source it use `java`
# Shared by the scripts beside it: finds a Java 25, a JRE or a JDK.

is_java_25() {
    [[ -x "$1/bin/java" ]] && grep -Eqs '^JAVA_VERSION="25["+.-]' "$1/release"
}

home_of_java_on_path() {
    command -v java >/dev/null || return 0
    { java -XshowSettings:properties -version 2>&1 || true; } | sed -n 's/^ *java\.home = //p'
}

# The homes that the variables JAVA25_HOME, JAVA_HOME_25_X64 and the like name.
homes_of_variables() {
    local name
    for name in $(compgen -e JAVA); do
        if [[ "$name" == *_HOME || "$name" == JAVA_HOME_* ]]; then
            printf '%s\n' "${!name}"
        fi
    done
}

# The homes that Maven's own list of JDKs names.
homes_of_toolchains() {
    local file="${HOME:-}/.m2/toolchains.xml"
    [[ -f "$file" ]] || return 0
    sed -n 's|.*<jdkHome>[[:space:]]*\(.*[^[:space:]]\)[[:space:]]*</jdkHome>.*|\1|p' "$file"
}

# The places in which Maven's toolchains plugin looks, so that a build and a start find the same Java.
java_candidates() {
    local home="${HOME:-}"
    printf '%s\n' "${JAVA_HOME:-}"
    home_of_java_on_path
    homes_of_variables
    homes_of_toolchains
    if [[ -x /usr/libexec/java_home ]]; then
        /usr/libexec/java_home -F -v 25 2>/dev/null || true
    fi
    printf '%s\n' /usr/lib/jvm/* /usr/lib64/jvm/* /usr/jdk/* /usr/java/* /usr/local/java/* /opt/java/* \
        /opt/hostedtoolcache/Java_*/*/* "$home"/.sdkman/candidates/java/* "$home"/.jdks/* "$home"/.m2/jdks/* \
        "$home"/.gradle/jdks/* "$home"/.jenv/versions/* "$home"/.jbang/cache/jdks/* "$home"/.asdf/installs/java/* \
        "$home"/.jabba/jdk/* "$home"/.local/share/mise/installs/java/* \
        {,"$home"}/Library/Java/JavaVirtualMachines/*/Contents/Home
}

# Such as "17.0.15 at /usr/lib/jvm/java-17": what a search that found no 25 looked at first.
java_found_instead() {
    local candidate
    while IFS= read -r candidate; do
        if [[ -n "$candidate" && -x "$candidate/bin/java" ]]; then
            printf 'found %s at %s' "$(sed -n 's/^JAVA_VERSION="\(.*\)"$/\1/p' "$candidate/release" 2>/dev/null)" "$candidate"
            return
        fi
    done < <(java_candidates)
    printf 'found none'
}

# Sets `java` to the java command of a Java 25, or ends.
require_java() {
    local candidate
    while IFS= read -r candidate; do
        if [[ -n "$candidate" ]] && is_java_25 "$candidate"; then
            java="$candidate/bin/java"
            return
        fi
    done < <(java_candidates)
    printf 'needs Java 25, %s: install one (https://adoptium.net/temurin/releases/?version=25) or let JAVA_HOME name it.\n' \
        "$(java_found_instead)" >&2
    exit 1
}
