// Runs a bench or a trial and writes what it printed as data, with the commit and the machine: FOLDER/results/NAME.json.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { home, node, run } from './lib.mjs'

const git = (...args) => execFileSync('git', args, { cwd: home, encoding: 'utf8' }).trim()
const loads = () => loadavg().map((value) => Math.round(value * 10) / 10)

/** Begins with the name; options follow, so that a part of a bench does not replace the whole. */
const nameOf = (words) =>
  words
    .join(' ')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '')

/** Runs `file` with the options of the command line and resolves with its exit code. Only a run that ends by itself is written. */
export async function record(folder, name, file, options) {
  const at = new Date().toISOString()
  const began = Date.now()
  const before = loads()
  let output = ''
  let stopped = false
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      stopped = true
    })
  const code = await run(node(), [file, ...options], {
    onOutput: (text) => {
      output += text
    },
  })
  if (stopped) return code
  const results = join(home, folder, 'results')
  const result = {
    command: [
      'npm run',
      folder === 'bench' ? 'bench --' : 'trial --',
      ...(folder === 'bench' ? [] : [name]),
      ...options,
    ].join(' '),
    at,
    seconds: Math.round((Date.now() - began) / 1_000),
    commit: git('rev-parse', 'HEAD'),
    changed: git('status', '--porcelain', '--', ':!*/results') !== '',
    machine: {
      processors: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
      memoryGiB: Math.round(totalmem() / 1024 ** 3),
      node: process.version,
    },
    load: { before, after: loads() },
    exitCode: code,
    // Paths of this machine say nothing elsewhere.
    lines: output.replaceAll(join(home, '/'), '').trim().split('\n'),
  }
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, `${nameOf([name, ...options])}.json`), `${JSON.stringify(result, null, 2)}\n`)
  return code
}
