// npm run audit: asks the configured registry for known weaknesses of the dependencies. It ends with 1 if a serious weakness of a package that
// Deedbox runs with is neither mended nor allowed, with 3 if no registry answers.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shipped } from '../packaging/closure.mjs'
import { home } from './lib.mjs'

/** Severities of the registry that fail the check; SECURITY.md says by when the others are mended. */
const serious = ['high', 'critical']
/** Milliseconds that a registry may take. */
const patience = 60_000
export const NO_ANSWER = 3

/**
 * Weaknesses that do not fail the check for a while: the advisory's id (`GHSA-…`), why Deedbox is not concerned or what it waits
 * for, and the last day on which that counts.
 * @typedef {{ advisory: string, reason: string, until: string }} Allowed
 */

/** @returns {Allowed[]} */
export const allowedAdvisories = () =>
  JSON.parse(readFileSync(join(home, 'packaging/allowed-advisories.json'), 'utf8'))

/** Returns the JSON that `npm audit` prints; the program ends with 1 where it found something. */
const npmAudit = (env) =>
  new Promise((resolve) => {
    const options = { cwd: home, env, timeout: patience, maxBuffer: 64 * 1024 * 1024 }
    execFile('npm', ['audit', '--json'], options, (error, stdout) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        resolve({ message: error?.message ?? 'npm printed no JSON' })
      }
    })
  })

/**
 * Compares the known weaknesses with the list of allowed ones.
 * @param {{ allowed?: Allowed[], today?: string, env?: NodeJS.ProcessEnv }} options `today` as yyyy-mm-dd
 * @returns {Promise<{ code: 0 | 1 | typeof NO_ANSWER, lines: string[] }>} `code` is how the command ends
 */
export async function audit({
  allowed = allowedAdvisories(),
  today = new Date().toISOString().slice(0, 10),
  env = process.env,
} = {}) {
  const report = await npmAudit(env)
  if (!report.vulnerabilities)
    return { code: NO_ANSWER, lines: [`no registry answers: ${report.message ?? report.error?.summary}`] }
  // Packages come from the lock file, because npm's own `--omit=dev` keeps tools that are an optional peer of something.
  const lock = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8'))
  const shippedPaths = new Set(shipped({ home, lock }))
  const weaknesses = new Map()
  for (const { nodes, via } of Object.values(report.vulnerabilities))
    for (const one of via)
      if (typeof one === 'object')
        weaknesses.set(one.url.split('/').at(-1), {
          ...one,
          runs: nodes.some((path) => shippedPaths.has(path)),
        })
  let failed = false
  const lines = [...weaknesses].map(([id, { name, severity, title, range, runs }]) => {
    const entry = allowed.find(({ advisory }) => advisory === id)
    const counts = entry && entry.until >= today
    const fails = runs && serious.includes(severity) && !counts
    failed ||= fails
    const notes = [
      ...(runs ? [] : ['a tool, not in the package']),
      ...(counts ? [`allowed until ${entry.until}: ${entry.reason}`] : []),
      ...(entry && !counts ? [`was allowed until ${entry.until}`] : []),
    ]
    return [
      `${fails ? 'FAILS' : 'noted'}  ${severity.padEnd(8)} ${name} ${range}: ${title} (${id})`,
      ...notes,
    ].join('; ')
  })
  for (const { advisory } of allowed)
    if (!weaknesses.has(advisory)) lines.push(`${advisory} is allowed, but no longer reported: remove it`)
  return { code: failed ? 1 : 0, lines: lines.length > 0 ? lines : ['nothing is known'] }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code, lines } = await audit()
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = code
}
