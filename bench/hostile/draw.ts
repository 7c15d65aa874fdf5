// A process that draws the hostile files: FOLDER COUNT. Prints the most memory that it and its workers took beyond their idle (Linux).
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { hostileFiles } from '../../server/src/platform/rendering/hostile-samples.ts'
import { createRenderer } from '../../server/src/platform/rendering/renderer.ts'
import { pdfOf } from '../../server/src/platform/rendering/samples.ts'
import { residentMb } from '../../server/src/testing/resident.ts'

const [folder = '', count = ''] = process.argv.slice(2)
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
const idle = residentMb(process.pid)
let most = idle
/** Milliseconds between two looks at the memory. */
const everyMs = 20
const looking = setInterval(() => {
  most = Math.max(most, residentMb(process.pid))
}, everyMs)
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
clearInterval(looking)
await reading
waits.sort((a, b) => a - b)
const ms = (at: number) => `${waits[Math.floor((waits.length - 1) * at)]?.toFixed(0)} ms`
const seconds = ((performance.now() - began) / 1000).toFixed(0)
const lines = [
  `${count} hostile files at once: at most ${(most - idle).toFixed(0)} MiB beyond the ${idle.toFixed(0)} of an idle server with one worker, ${seconds} s`,
  `A letter read meanwhile, ${waits.length} times: median ${ms(0.5)}, longest ${ms(1)}`,
  ...[...Map.groupBy(results, (result) => result)].map(([result, all]) => `  ${all.length} × ${result}`),
]
process.stdout.write(`${lines.join('\n')}\n`)
await renderer.close()
