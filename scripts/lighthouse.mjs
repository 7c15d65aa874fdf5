// npm run lighthouse: Lighthouse's scores of the pages that people open first, on the demonstration. It fails if one is too low.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, home, install, node, serverEnv, serverFlags } from './lib.mjs'

// Version of Lighthouse, which is no dependency, as nothing else needs its hundred packages.
const lighthouse = 'lighthouse@13.5.0'
const port = Number(process.env.PORT ?? 3990)
const address = `http://127.0.0.1:${port}`
const rounds = Number(process.env.ROUNDS ?? 3)
// Paths to measure; without it, all.
const only = process.env.ONLY?.split(',')
const pages = [
  { path: '/' },
  { path: '/pricing' },
  { path: '/login' },
  // Pages for people with an account only, which search engines do not see.
  ...['/documents', '/matters', '/calendar', '/custody'].map((path) => ({
    path,
    as: 'trustee@deedbox.example',
  })),
].filter(({ path }) => !only || only.includes(path))
const devices = [
  { name: 'desktop', options: ['--preset=desktop'], least: 95 },
  { name: 'phone', options: [], least: 90 },
]
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const chrome = ['chromium', 'chromium-headless-shell', 'google-chrome', 'chromium-browser']
  .map((name) => join('/usr/bin', name))
  .find((path) => existsSync(path))

await install()
await build()
const demo = spawn(node(), [...serverFlags(), 'server/dist/demo.js'], {
  cwd: home,
  env: { ...process.env, ...serverEnv(), PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const folder = mkdtempSync(join(tmpdir(), 'deedbox-lighthouse-'))
let failed = false
try {
  await ready(demo)
  for (const device of devices) {
    process.stdout.write(
      `\n${device.name.padEnd(14)}${categories.map((name) => name.padStart(16)).join('')}\n`,
    )
    for (const page of pages) {
      const wanted = page.as ? categories.filter((name) => name !== 'seo') : categories
      const cookie = page.as ? await signIn(page.as) : undefined
      const runs = Array.from({ length: rounds }, (_, round) =>
        measure(device, page.path, cookie, wanted, round),
      )
      const scores = categories.map((name) =>
        wanted.includes(name) ? median(runs.map((run) => run[name])) : null,
      )
      if (scores.some((score) => score !== null && score < device.least)) failed = true
      const cells = scores.map((score) => (score === null ? '–' : String(score)).padStart(16))
      process.stdout.write(`${page.path.padEnd(14)}${cells.join('')}\n`)
    }
    process.stdout.write(`At least ${device.least} everywhere.\n`)
  }
} finally {
  demo.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

/** Resolves when the demonstration says that it is ready. */
function ready(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
      if (said.includes('ready at')) resolve()
    })
    server.on('exit', () => reject(new Error(`The demonstration ended:\n${said}`)))
  })
}

async function signIn(email) {
  const answer = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email, password: 'Brass-Key-1887' }),
  })
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`)
  return answer.headers.getSetCookie()[0].split(';')[0]
}

/** Measures the scores of one page, 0 to 100, by category. */
function measure(device, path, cookie, wanted, round) {
  const file = join(folder, `${round}.json`)
  const options = [
    ...device.options,
    `--only-categories=${wanted}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
  ]
  const done = spawnSync('npx', ['--yes', lighthouse, `${address}${path}`, ...options], {
    cwd: folder,
    env: { ...process.env, CHROME_PATH: chrome },
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(done.stderr)
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (process.env.AUDITS) explain(report)
  return Object.fromEntries(wanted.map((name) => [name, Math.round(report.categories[name].score * 100)]))
}

/** Prints the audits that cost points, if AUDITS is set. */
function explain({ audits, categories: scored }) {
  for (const [name, { auditRefs }] of Object.entries(scored))
    for (const { id, weight } of auditRefs)
      if (weight > 0 && audits[id].score !== null && audits[id].score < 0.95)
        process.stdout.write(
          `  ${name}: ${audits[id].title} ${audits[id].displayValue ?? ''} (${audits[id].score})\n`,
        )
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
