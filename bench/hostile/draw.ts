// A process that draws the hostile files: FOLDER COUNT. Prints the most memory that it took beyond its idle (Linux).
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { hostileFiles } from '../../server/src/platform/rendering/hostile-samples.ts'
import { createRenderer } from '../../server/src/platform/rendering/renderer.ts'
import { pdfOf } from '../../server/src/platform/rendering/samples.ts'

const [folder = '', count = ''] = process.argv.slice(2)
const memory = (name: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const page = { page: 1, scale: 2 }

const renderer = createRenderer({ logger: pino({ level: 'silent' }), folder })
const letter = await pdfOf(['A letter'])
const readLetter = (n: number) =>
  renderer.draw(
    {
      id: 'letter',
      fileType: 'application/pdf',
      size: letter.length,
      bytes: async () => Buffer.from(letter),
      asker: { person: 'reader' },
    },
    // Scales differ, so that each is a drawing of its own: none is kept.
    { page: 1, scale: 1 + n / 10_000 },
  )
await readLetter(0)
// The peak from now on (man 5 proc).
writeFileSync('/proc/self/clear_refs', '5')
const idle = memory('VmRSS')
const began = performance.now()

let going = true
const waits: number[] = []
async function read(): Promise<void> {
  for (let n = 1; going; n++) {
    const from = performance.now()
    await readLetter(n)
    waits.push(performance.now() - from)
    await pause(500)
  }
}
const reading = read()
const kinds = Object.entries(hostileFiles)
const results = await Promise.all(
  Array.from({ length: Number(count) }, async (_, n) => {
    const [kind, { fileType }] = kinds[n % kinds.length] as (typeof kinds)[number]
    const path = join(folder, String(n % kinds.length))
    const bytes = async () => readFileSync(path)
    const source = { id: `${n}`, fileType, size: statSync(path).size, bytes, asker: { person: `${n}` } }
    return await renderer.draw(source, page).then(
      () => `${kind}: drawn`,
      (error) => `${kind}: ${error.code}`,
    )
  }),
)
going = false
await reading
waits.sort((a, b) => a - b)
const ms = (at: number) => `${waits[Math.floor((waits.length - 1) * at)]?.toFixed(0)} ms`
const seconds = ((performance.now() - began) / 1000).toFixed(0)
const lines = [
  `${count} hostile files at once: at most ${(memory('VmHWM') - idle).toFixed(0)} MiB beyond the ${idle.toFixed(0)} of an idle process, ${seconds} s`,
  `A letter read meanwhile, ${waits.length} times: median ${ms(0.5)}, longest ${ms(1)}`,
  ...[...Map.groupBy(results, (result) => result)].map(([result, all]) => `  ${all.length} × ${result}`),
]
process.stdout.write(`${lines.join('\n')}\n`)
await renderer.close()
