# shellcheck shell=bash disable=SC2034,SC2119,SC2120 # scripts that source it use what it sets
# Shared by the scripts of deploy, which set `root`. Sets `data`, and `root` to a copy where it cannot be built.

data="${TIDINGS_DATA:-$root/data}"
dist="$root/deploy/local/target/dist"

say() {
    printf '%s\n' "$*" >&2
}

source "$root/deploy/dist/java.sh"

is_jdk_25() {
    [[ -x "$1/bin/javac" ]] && is_java_25 "$1"
}

# A runtime of this machine's JDK with what our programs and Kafka's need of it, in a folder that is not there yet.
link_runtime() {
    local modules=java.se,jdk.charsets,jdk.crypto.cryptoki,jdk.httpserver,jdk.jfr,jdk.localedata,jdk.management
    modules+=,jdk.management.agent,jdk.naming.dns,jdk.net,jdk.security.auth,jdk.security.jgss,jdk.unsupported,jdk.zipfs
    "$jdk/bin/jlink" --add-modules "$modules" --strip-debug --no-man-pages --no-header-files --output "$1"
}

# Whether a server takes HTTPS within five seconds; a connect to what nobody answers for waits for minutes.
reachable() {
    curl --silent --max-time 5 --output /dev/null "https://$1:$2"
}

# Sets `jdk` to the home of a JDK 25, or ends.
require_jdk() {
    local candidate
    while IFS= read -r candidate; do
        if [[ -n "$candidate" ]] && is_jdk_25 "$candidate"; then
            jdk="$candidate"
            return
        fi
    done < <(java_candidates)
    say "needs a JDK 25, $(java_found_instead): install one (https://adoptium.net/temurin/releases/?version=25) or let JAVA_HOME name it."
    exit 1
}

# Takes a module of deploy, and the folder of its sources if that is not all.
is_built() {
    local mark="$root/deploy/$1/target/dist/built"
    [[ -f "$mark" && -z "$(find "${2:-$root}" -name target -prune -o -name .git -prune -o -path "$root/data" -prune -o \
        \( -name pom.xml -o -path '*/src/main/*' -o -name '*Benchmark.java' \) -type f -newer "$mark" -print -quit)" ]]
}

build_if_missing() {
    [[ -f "$dist/built" ]] || build_local
}

# Only what local mode runs: no tests, no harness, no static analysis.
build_local() {
    build -pl deploy/local,deploy/cli -am -Dmaven.test.skip -Dlint.main=-nowarn
    # So that the next build by Maven compiles again, and analyses what this one did not.
    rm -rf "$root"/*/target/maven-status "$root"/deploy/*/target/maven-status
}

build_all_if_outdated() {
    is_built acceptance || build
}

# Takes arguments for Maven, such as the modules to build.
build() {
    command -v mvn >/dev/null || {
        say "Maven is needed to build: install it (https://maven.apache.org/download.cgi) or put mvn on the PATH."
        exit 1
    }
    [[ -n "${jdk:-}" ]] || require_jdk
    # Maven runs on what it is used to; the build itself looks for JDK 25.
    if [[ -z "${JAVA_HOME:-}" ]] && ! command -v java >/dev/null; then
        export JAVA_HOME="$jdk"
    fi
    say "building Tidings with $jdk: half a minute to two minutes, some more the first time, when libraries are downloaded …"
    local log begun=$SECONDS
    log="$(mktemp)"
    # Under a name by which Maven's toolchains plugin finds it wherever it lies.
    if ! (cd "$root" && JAVA25_HOME="$jdk" mvn -B -ntp -DskipTests -Dformat.skip -Dsbom.skip "$@" package) 2>&1 | tee "$log" | named_modules >&2; then
        sed -n '/^\[ERROR\]/p; /^\(Error\|Exception\)/p' "$log" >&2
        say "The build failed; what is above says why, and all of it is in $log."
        exit 1
    fi
    rm -f "$log"
    say "built in $((SECONDS - begun)) s"
}

# Of what Maven says the modules: it is silent with -q and tells thousands of lines without.
named_modules() {
    sed -un 's/^\[INFO\] Building \(.*[^ ]\) *\[\([0-9]*\)\/\([0-9]*\)\]$/  \2 of \3: \1/p'
}

# Copies the sources of a checkout that cannot be written to where they can be built, and uses that copy as `root`.
build_elsewhere() {
    local checkout="$root" home="${XDG_CACHE_HOME:-$HOME/.cache}"
    root="$home/tidings/checkout-$(printf '%s' "$checkout" | cksum | cut -d ' ' -f 1)"
    dist="$root/deploy/local/target/dist"
    if [[ ! -f "$root/copied" || -n "$(find "$checkout" \( -name .git -o -name target \) -prune -o -newer "$root/copied" -print -quit)" ]]; then
        say "$checkout cannot be written: its sources are built in $root."
        mkdir -p "$root"
        find "$root" -name target -prune -o -type f -exec rm -f {} + # what the checkout no longer has
        touch "$root/copying"
        tar -C "$checkout" --exclude .git --exclude target --exclude ./data -cf - . | tar -C "$root" -xf -
        mv "$root/copying" "$root/copied" # with the time at which the copy began
    fi
}

if [[ ! -w "$root" ]]; then
    data="${TIDINGS_DATA:-${XDG_DATA_HOME:-$HOME/.local/share}/tidings}"
    is_built local || build_elsewhere
fi
