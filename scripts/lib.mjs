// Helpers that run on any Node from 20 on, before anything is installed, and so import only Node's own modules.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const home = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(home, 'node_modules', '.bin')
/** Returns the Node that Deedbox installs or, where there is none for this machine, the one that runs this. */
export const node = () => {
  const own = join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(own) ? own : process.execPath
}

/**
 * Reads the server's flags for Node. Content passes through in buffers outside the heap: a small young generation frees them early, and with room to
 * grow the whole heap is rarely marked. bench/README.md has the measurements.
 */
export const serverFlags = () => JSON.parse(readFileSync(join(home, 'server/flags.json'), 'utf8'))

/**
 * The server's environment: on Linux, buffers of 64 KiB and more (parts of files, pages and their pixels) go back to the system
 * when they are freed, and all threads share one heap for what is smaller. ADR 10 has the measurements.
 */
export const serverEnv = () => JSON.parse(readFileSync(join(home, 'server/env.json'), 'utf8'))

/** Runs a program and resolves with its exit code. Deedbox's own tools and Node come first on the path. `onOutput` also receives the output. */
export function run(command, args, { onOutput, shows = true, ...options } = {}) {
  const child = spawn(command, args, {
    cwd: home,
    stdio: onOutput ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    ...options,
    env: { ...process.env, ...options.env, PATH: `${bin}:${process.env.PATH}` },
  })
  for (const stream of ['stdout', 'stderr'])
    child[stream]?.setEncoding('utf8').on('data', (text) => {
      if (shows) process[stream].write(text)
      onOutput(text)
    })
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('SIGINT', pass)
      process.off('SIGTERM', pass)
      const asked = signal === 'SIGINT' || signal === 'SIGTERM'
      if (signal && !asked)
        process.stderr.write(
          `\nThe system ended it (${signal}). If nothing above says why, there was probably too little memory: ` +
            'README.md says how much is needed.\n',
        )
      resolve(asked ? 0 : (code ?? 1))
    })
  })
}

/** Runs a program and shows its output only if it fails. */
async function mustQuietly(command, args, more = {}) {
  const env = { ...process.env, ...more, PATH: `${bin}:${process.env.PATH}` }
  try {
    await promisify(execFile)(command, args, { cwd: home, env, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}${error.stderr ? '' : error.message}\n`)
    process.exit(1)
  }
}

export async function must(command, args, options) {
  const code = await run(command, args, options)
  if (code !== 0) process.exit(code)
}

const stampFile = (name) => join(home, '.cache', `${name}.stamp`)
const readStamp = (name) => (existsSync(stampFile(name)) ? readFileSync(stampFile(name), 'utf8') : '')

/** Does `work` unless it was done for the same fingerprint before and its `result` is still there. */
async function once(name, fingerprint, result, work) {
  if (existsSync(join(home, result)) && readStamp(name) === fingerprint) return
  await work()
  mkdirSync(join(home, '.cache'), { recursive: true })
  writeFileSync(stampFile(name), fingerprint)
}

/** Returns a value that changes when a file below these folders (or one of these files) does. */
function fingerprint(...places) {
  const hash = createHash('sha256')
  const walk = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name !== 'node_modules' && name !== 'dist') walk(join(path, name))
      }
    } else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  for (const place of places) walk(join(home, place))
  return hash.digest('hex')
}

/** Installs the packages of package-lock.json unless they are installed already. */
export async function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex')
  await once('install', lock, 'node_modules/.bin', async () => {
    process.stdout.write('Installing what Deedbox needs; this takes a minute the first time.\n')
    // Use `npm install`, as `npm ci` would install everything again when one package changed.
    await mustQuietly('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  })
}

/** Builds the web client and the server when their sources changed. */
export async function build() {
  const shared = ['contract/src', 'package-lock.json']
  const web = fingerprint(
    'web/src',
    'web/public',
    'web/build',
    'web/index.html',
    'web/vite.config.ts',
    ...shared,
  )
  const server = fingerprint(
    'server/src',
    'server/demo',
    'server/rolldown.config.ts',
    'convert/src',
    'proof/src',
    'proof/page',
    'proof/build.ts',
    ...shared,
  )
  await Promise.all([
    once('web', web, 'web/dist/index.html', () =>
      // Build for production even in a test: under NODE_ENV=test it would be React for development.
      mustQuietly(node(), ['node_modules/vite/bin/vite.js', 'build', 'web'], { NODE_ENV: 'production' }),
    ),
    once('server', server, 'server/dist/database-template.zst', async () => {
      await mustQuietly(node(), ['node_modules/rolldown/bin/cli.mjs', '-c', 'server/rolldown.config.ts'])
      // Make a new embedded database here once: at a first start it would take 450 MB of memory and some seconds.
      const flags = ['--liftoff-only', '--max-old-space-size=64', '--max-semi-space-size=1']
      const made = ['server/dist/database.new', 'server/dist/database-template.zst']
      await mustQuietly(node(), [...flags, 'server/dist/database-builder.js', ...made])
    }),
  ])
}
