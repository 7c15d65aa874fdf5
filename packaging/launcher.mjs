const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`

/** Writes the script bin/deedbox, which runs a command with the Node beside it and the flags of `npm start`. */
export function launcher({ commands, version, flags, env }) {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  const lines = commands.map(({ name, what }) => `  ${name.padEnd(width)}${what}`)
  const cases = commands.map(({ name, entry }) => `  ${name}) entry=${entry} ;;`)
  const settings = Object.entries(env).map(([name, value]) => `  export ${name}=${quoted(value)}`)
  return `#!/bin/sh
# Runs a command of Deedbox with its own Node. DEEDBOX_ENV names a file with its configuration.
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
usage() {
  cat <<'END'
deedbox COMMAND [OPTIONS]

${lines.join('\n')}
  --version
END
}
case "\${1-}" in
${cases.join('\n')}
  --version) echo 'deedbox ${version}'; exit 0 ;;
  ''|-h|--help|help) usage; exit 0 ;;
  *) echo "deedbox: no command $1" >&2; usage >&2; exit 2 ;;
esac
command=$1
shift
set -- "$home/server/dist/$entry.js" "$@"
if [ "$command" = start ]; then
${settings.join('\n')}
  set -- ${flags.map(quoted).join(' ')} "$@"
fi
if [ -n "\${DEEDBOX_ENV-}" ]; then set -- "--env-file=$DEEDBOX_ENV" "$@"; fi
if [ -n "\${DEEDBOX_DEFAULTS-}" ]; then set -- "--env-file=$DEEDBOX_DEFAULTS" "$@"; fi
exec "$home/bin/node" "$@"
`
}
