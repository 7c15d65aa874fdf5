import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needPackages } from '../support/packages.ts'
import { startProgram } from '../support/process.ts'
import { pause, until } from '../support/server.ts'

/** Adds to Orca a file that gets each word as it is spoken, but for the names of keys; its own log is written in blocks. */
const customizations = (file: string) => `import logging
import orca.settings
orca.settings.enableKeyEcho = False
spoken = logging.getLogger("speech")
spoken.setLevel(logging.INFO)
spoken.addHandler(logging.FileHandler("${file}"))
`

/** Milliseconds after which somebody who has spoken is taken to have finished. */
const SILENCE_MS = 700

/**
 * Starts a screen of its own with a session bus, a window manager and Orca, whose words are read from its log: a machine needs neither a sound card
 * nor a voice. Keys are pressed as a keyboard would, so that Orca hears of them too.
 */
export async function startDesktop(folder: string) {
  needPackages({
    '/usr/bin/orca': 'orca',
    '/usr/bin/Xvfb': 'xvfb',
    '/usr/bin/openbox': 'openbox',
    '/usr/bin/xdotool': 'xdotool',
    '/usr/bin/dbus-daemon': 'dbus-daemon',
    '/usr/libexec/at-spi-bus-launcher': 'at-spi2-core',
    '/usr/bin/chromium': 'chromium',
  })
  const logOf = (name: string) => join(folder, `${name}.log`)
  const read = (name: string) => (existsSync(logOf(name)) ? readFileSync(logOf(name), 'utf8') : '')
  /** Starts a program and returns what it prints in its first line. */
  const firstLine = async (command: string, args: string[], name: string) => {
    const program = startProgram(command, args, logOf(name))
    await until(() => read(name).includes('\n'), `${name} has started`)
    return { program, line: read(name).split('\n')[0] ?? '' }
  }
  const screen = await firstLine(
    '/usr/bin/Xvfb',
    ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'],
    'screen',
  )
  const env = {
    ...process.env,
    DISPLAY: `:${screen.line}`,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    ACCESSIBILITY_ENABLED: '1',
    LANG: 'C.UTF-8',
    // No voice: Orca then notes its words only.
    SPEECHD_CMD: '/bin/false',
  } as Record<string, string>
  const withEnv = (command: string, args: string[]) => [
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    command,
    ...args,
  ]
  const bus = await firstLine(
    '/usr/bin/env',
    withEnv('/usr/bin/dbus-daemon', ['--session', '--nofork', '--print-address=1']),
    'bus',
  )
  env.DBUS_SESSION_BUS_ADDRESS = bus.line
  const windows = startProgram('/usr/bin/env', withEnv('/usr/bin/openbox', []), logOf('windows'))
  const settings = join(folder, '.local/share/orca')
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, 'orca-customizations.py'), customizations(logOf('spoken')))
  const orca = startProgram('/usr/bin/env', withEnv('/usr/bin/orca', ['--replace']), logOf('orca'))
  /** Returns all that Orca has said. */
  const spoken = () => [...read('spoken').matchAll(/^SPEECH OUTPUT: '(.*)'/gm)].map(([, words = '']) => words)
  await until(() => spoken().length > 0, 'Orca speaks')
  const run = (...args: string[]) => void execFileSync('/usr/bin/xdotool', args, { env })
  let heard = spoken().length

  return {
    env,
    /** Presses keys one after the other, by their names of X: Tab, Return, shift+Tab. */
    press: (...keys: string[]) => run('key', '--delay', '60', ...keys),
    type: (text: string) => run('type', '--delay', '40', text),
    /**
     * Returns what Orca has said since it was last asked, once it has said all that is expected and is silent.
     * @throws what it said, if something is missing after so many seconds
     */
    async listenFor(expected: readonly RegExp[], seconds = 30): Promise<string[]> {
      const from = heard
      const said = () => spoken().slice(from)
      const missing = () => expected.filter((words) => !words.test(said().join(' | ')))
      const deadline = Date.now() + seconds * 1_000
      let lastAt = Date.now()
      for (let count = from; Date.now() < deadline; await pause(50)) {
        if (spoken().length > count) lastAt = Date.now()
        count = spoken().length
        if (missing().length === 0 && Date.now() - lastAt > SILENCE_MS) break
      }
      heard = spoken().length
      if (missing().length > 0)
        throw new Error(`Not said: ${missing().join(', ')}\nSaid: ${said().join(' | ')}`)
      return said()
    },
    async stop() {
      // Orca would take leave of programs that are gone, and never end.
      for (const program of [orca, windows, bus.program, screen.program]) await program.end('SIGKILL')
    },
  }
}
