import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram } from './program.ts'

/** LibreOffice, where it is installed: makes a PDF of an office file as it would print it. */
export type Office = {
  /** Tells whether it converts files of this type. */
  takes(fileType: string): boolean
  /** @throws Error if it fails or takes too long */
  convert(fileType: string, bytes: Buffer, signal?: AbortSignal): Promise<Buffer>
  /** Its version. @throws Error if it does not work */
  check(): Promise<string>
}

const timeoutMs = 45_000
const maxPdf = 60 * 1024 * 1024
const endings: Record<string, string> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.oasis.opendocument.text': 'odt',
}

/**
 * @param folder where each conversion gets a folder of its own, which only this user can read and which is removed with it;
 * what a killed process left there is removed by the next
 */
export async function openOffice({ path, folder }: { path: string; folder: string }): Promise<Office> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const left of await readdir(folder))
    if (isOver(left)) await rm(join(folder, left), { recursive: true, force: true })
  let last: Promise<unknown> = Promise.resolve()

  async function convert(fileType: string, bytes: Buffer, signal?: AbortSignal): Promise<Buffer> {
    const own = await mkdtemp(join(folder, `${process.pid}-`))
    try {
      const file = join(own, `file.${endings[fileType]}`)
      await writeFile(file, bytes, { mode: 0o600 })
      const profile = pathToFileURL(join(own, 'profile')).href
      const args = [
        `-env:UserInstallation=${profile}`,
        '--headless',
        '--norestore',
        '--nolockcheck',
        '--nodefault',
      ]
      await runProgram({
        path,
        args: [...args, '--convert-to', 'pdf', '--outdir', own, file],
        timeoutMs,
        maxOutput: 1024 * 1024,
        env: { HOME: own, TMPDIR: own },
        cwd: own,
        signal,
      })
      const pdf = await readFile(join(own, 'file.pdf'))
      if (pdf.length === 0 || pdf.length > maxPdf) throw new Error('no PDF came of it')
      return pdf
    } finally {
      await rm(own, { recursive: true, force: true, maxRetries: 3 })
    }
  }

  return {
    takes: (fileType) => Object.hasOwn(endings, fileType),
    /** One after the other: each takes a processor and a few hundred megabytes. */
    convert(fileType, bytes, signal) {
      const next = last.then(() => convert(fileType, bytes, signal))
      last = next.catch(() => undefined)
      return next
    },
    async check() {
      const own = await mkdtemp(join(folder, `${process.pid}-`))
      try {
        const args = [`-env:UserInstallation=${pathToFileURL(join(own, 'profile')).href}`, '--version']
        const env = { HOME: own, TMPDIR: own }
        return (await runProgram({ path, args, timeoutMs: 3_500, maxOutput: 10_000, env }))
          .toString()
          .trim()
          .slice(0, 100)
      } finally {
        await rm(own, { recursive: true, force: true })
      }
    },
  }
}

/** Tells whether the process that made this folder has ended, or had this one's number. */
function isOver(name: string): boolean {
  const pid = Number.parseInt(name, 10)
  if (!(pid > 0) || pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
