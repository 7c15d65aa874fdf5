import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { ProofError } from '../src/error.ts'
import { examine, type Held } from '../src/evidence.ts'
import { heldOf, reportLines } from '../src/evidence-words.ts'
import { type Files, zipFiles } from '../src/zip-files.ts'

const usage = `node verify.mjs [EVIDENCE.zip | FOLDER] [--held FILE]

Checks evidence of Deedbox without any network. Without a name, it checks the folder that this program lies in.
--held FILE   the log's key, an earlier checkpoint or a policy with witnesses, which you have from elsewhere
Ends with 0 where the evidence holds and agrees with what you hold, otherwise with 1.
`

/** Bytes that are read of a file at once. */
const PIECE_BYTES = 1024 * 1024

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES)
      if (bytesRead === 0) return
      yield new Uint8Array(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

async function filesAt(path: string): Promise<Files> {
  if ((await stat(path)).isDirectory()) {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join('/'))
    return { names, read: (name) => piecesOf(join(path, name)) }
  }
  const file = await open(path)
  const { size } = await file.stat()
  return zipFiles({
    size,
    read: async (start, end) => {
      const bytes = Buffer.alloc(end - start)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
      return new Uint8Array(bytes.subarray(0, bytesRead))
    },
  })
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { held: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const held: Held = values.held === undefined ? {} : heldOf(await readFile(values.held, 'utf8'))
  const found = await examine(await filesAt(positionals[0] ?? import.meta.dirname), held)
  process.stdout.write(`${reportLines(found).join('\n')}\n`)
  return found.problems.length === 0 && found.logs.every(({ verdict }) => verdict !== null) ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(
    `${error instanceof ProofError || error instanceof Error ? error.message : error}\n\n${usage}`,
  )
  process.exitCode = 1
}
