import type { Load } from '../support/load.ts'
import type { Person } from '../support/people.ts'
import { pause, until } from '../support/server.ts'

/** Asks for a public page five times a second, and keeps every reader's stream of live events open. */
export function createWatch(url: string, readers: readonly Person[]) {
  const missed: string[] = []
  const heard = new Map<string, number>()
  let going = true

  async function pages(): Promise<void> {
    while (going) {
      const answer = await fetch(`${url}/login`).catch((error: Error) => error)
      if (!(answer instanceof Response) || !answer.ok)
        missed.push(
          `${new Date().toISOString()} ${answer instanceof Response ? answer.status : answer.cause}`,
        )
      await pause(200)
    }
  }
  /** Listens as a browser does: opened again when it ends. */
  async function listen({ client, email }: Person): Promise<void> {
    while (going) {
      try {
        for await (const chunk of await client.open('/api/live?age=5000'))
          if (String(chunk).includes('access')) heard.set(email, Date.now())
      } catch {
        // It ended with its server.
      }
      await pause(500)
    }
  }
  void pages()
  for (const reader of readers) void listen(reader)

  return {
    missed,
    /** Checks that every reader hears of a document that is shared now. */
    async hearsAgain({ clients }: Load): Promise<void> {
      for (const { owner, reader, stored } of clients) {
        const document = stored.findLast(({ shared }) => shared === false)
        if (!document) throw new Error('There is no document to share')
        const from = Date.now()
        const json = { email: reader.email, accessLevel: 'download' }
        const path = `/api/documents/${document.id}/access`
        const answer = await owner.client.call('POST', path, { json })
        if (answer.status !== 201) throw new Error(`sharing: ${answer.status} ${answer.body}`)
        document.shared = true
        await until(() => (heard.get(reader.email) ?? 0) >= from, `${reader.email} hears of it`, 3)
      }
    },
    stop(): void {
      going = false
    },
  }
}
