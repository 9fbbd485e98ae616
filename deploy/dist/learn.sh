# shellcheck shell=bash disable=SC2034,SC2154 # scripts that source it set `home` and `java`, and use what it sets
# Shared by the scripts beside it: an AOT cache in the folder, with which a JVM starts sooner.

jars=("$home"/lib/*.jar) # in an order that stays: a cache is for one class path
class_path="$(IFS=:; echo "${jars[*]}")"

# Takes the options of the JVM. Sets `mark`, with which the names begin of what is learned for them, this JDK and these
# jars, and deletes what was learned for others and what stopped halfway. Returns 1 if nothing shall be learned.
may_learn() {
    [[ "${TIDINGS_LEARN:-true}" != false ]] || return 1
    mark="$home/aot-$({ cat "${java%/bin/java}/release"; echo "$*"; ls -lL "$home/lib"; } | cksum | cut -d ' ' -f 1)"
    if [[ ! -f "$mark.cache" ]]; then
        [[ -w "$home" ]] || return 1
        find "$home" -maxdepth 1 -name 'aot-*' \( ! -name "${mark##*/}*" -o -name '*.making' -mmin +10 \) -delete
    fi
}
