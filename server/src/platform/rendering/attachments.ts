import type { keepPages } from './kept.ts'
import { type AttachedFile, RenderError, type Request, type Tasks } from './messages.ts'
import type { workerPool } from './pool.ts'
import type { Work } from './run.ts'

/** Reads the files attached to a mail in a worker. The list and the files are kept, encrypted, with the drawn pages. */
export function attachmentReader({
  pool,
  kept,
}: {
  pool: ReturnType<typeof workerPool>
  kept: ReturnType<typeof keepPages>
}) {
  async function ask<Name extends 'attachments' | 'attachment'>(
    source: Work,
    task: Name,
    input: Tasks[Name]['input'],
  ): Promise<Tasks[Name]['output']> {
    const { id, fileType, large, size, asker } = source
    const leave = await pool.room.wait(size, asker?.signal)
    try {
      const bytes = await source.bytes()
      const request = { task, input, id, fileType, bytes } as Request
      const reply = await pool.with(id, large, (lease) => lease.ask(request, asker?.signal))
      if ('failed' in reply) throw new RenderError(reply.failed.code, reply.failed.message)
      if (!('output' in reply)) throw new RenderError('unreadable')
      return reply.output as Tasks[Name]['output']
    } finally {
      leave()
    }
  }

  return {
    async list(source: Work): Promise<AttachedFile[]> {
      const name = `${source.id} attached`
      const ready = await kept.get(name)
      if (ready) return JSON.parse(ready.image.toString('utf8')) as AttachedFile[]
      const files = await ask(source, 'attachments', {})
      await kept.put(name, { image: Buffer.from(JSON.stringify(files)), width: 0, height: 0 })
      return files
    },
    /** @throws RenderError no-such-page where there is none of this number */
    read: async (source: Work, number: number): Promise<Buffer> =>
      Buffer.from((await ask(source, 'attachment', { number })).content),

    /**
     * Takes a file out of its mail by `read`, which waits for its turn, and returns how to read it without waiting: whoever draws it has a worker
     * already, and must not wait for another one.
     */
    async open(
      { id }: { id: string },
      number: number,
      read: () => Promise<Buffer>,
    ): Promise<() => Promise<Buffer>> {
      const name = `${id} file ${number}`
      if (!kept.has(name)) {
        const content = await read()
        await kept.put(name, { image: content, width: 0, height: 0 })
        if (!kept.has(name)) return async () => content
      }
      return async () => {
        const ready = await kept.get(name)
        if (!ready) throw new RenderError('busy', 'an attachment was dropped meanwhile')
        return ready.image
      }
    },
  }
}
