import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  type Act,
  type Cast,
  type Document,
  events,
  grantsOn,
  json,
  mailsAbout,
  quoted,
  store,
} from './act.ts'
import type { Deedbox, Person } from './deedbox.ts'

const storeSome = (deedbox: Deedbox, cast: Cast) => Promise.all([store(deedbox, cast), store(deedbox, cast)])
const idsOf = (deeds: Document[]) => deeds.map(({ id }) => id)
const shareAll = ({ call }: Deedbox, { trustee }: Cast, documentIds: string[], guests: Person[]) =>
  call(trustee, 'POST', '/api/documents/share', {
    documentIds,
    recipients: guests.map(({ email }) => ({ email })),
    expiresOn: null,
  })

/** Shares two documents with two people. */
export const shareMany: Act = {
  name: 'share-many',
  async prepare(deedbox, cast) {
    const ids = idsOf(await storeSome(deedbox, cast))
    const guests = [await deedbox.person('guest'), await deedbox.person('guest')]
    return {
      run: () => shareAll(deedbox, cast, ids, guests),
      async examine(acknowledged) {
        const grants = (await grantsOn(deedbox, ...ids)).length
        assert([0, 4].includes(grants), `${grants} of 4 grants`)
        if (acknowledged) assert.equal(grants, 4, 'acknowledged grants are missing')
        assert.equal(await events(deedbox, 'access_granted', ...ids), grants, 'grants and their events')
        for (const { email } of guests)
          assert.equal(await mailsAbout(deedbox, email), grants / 4, 'grants and their mail')
      },
    }
  },
}

export const correct: Act = {
  name: 'correct',
  async prepare(deedbox, cast) {
    const ids = idsOf(await storeSome(deedbox, cast))
    const clientName = `Estate ${randomUUID()}`
    const body = { documents: ids.map((id) => ({ id, updatedAt: null })), changes: { clientName } }
    return {
      run: () => deedbox.call(cast.trustee, 'POST', '/api/documents/correct', body),
      async examine(acknowledged) {
        const rows = await deedbox.rows(`select id from documents where client_name = '${clientName}'`)
        assert([0, 2].includes(rows.length), `${rows.length} of 2 corrected`)
        if (acknowledged) assert.equal(rows.length, 2, 'an acknowledged correction is missing')
        assert.equal(await events(deedbox, 'document_corrected', ...ids), rows.length)
      },
    }
  },
}

/** Archives two documents, ending the access to them. */
export const archive: Act = {
  name: 'archive',
  async prepare(deedbox, cast) {
    const ids = idsOf(await storeSome(deedbox, cast))
    await json(await shareAll(deedbox, cast, ids, [await deedbox.person('guest')]), 'sharing')
    return {
      run: () =>
        deedbox.call(cast.trustee, 'POST', '/api/documents/archive', { documentIds: ids, grants: 'end' }),
      async examine(acknowledged) {
        const archived = (
          await deedbox.rows(`select id from documents where id in (${quoted(ids)}) and status = 'archived'`)
        ).length
        assert([0, 2].includes(archived), `${archived} of 2 archived`)
        if (acknowledged) assert.equal(archived, 2, 'an acknowledged archiving is missing')
        assert.equal((await grantsOn(deedbox, ...ids)).length, 2 - archived, 'documents and their grants')
        assert.equal(await events(deedbox, 'document_archived', ...ids), archived)
        assert.equal(await events(deedbox, 'revoked', ...ids), archived)
      },
    }
  },
}

/** Takes two documents as one ZIP: whatever was sent had been recorded before. */
export const zip: Act = {
  name: 'zip',
  async prepare(deedbox, cast) {
    const deeds = await storeSome(deedbox, cast)
    let received = Buffer.alloc(0)
    return {
      async run() {
        const { status, bytes, whole } = await deedbox.send(cast.trustee, 'POST', '/api/documents/download', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ documentIds: idsOf(deeds) }),
        })
        received = bytes
        return whole ? new Response(bytes, { status }) : null
      },
      async examine(acknowledged) {
        for (const { id, title, content } of deeds) {
          const recorded = await events(deedbox, 'document_downloaded', id)
          if (received.includes(title)) assert.equal(recorded, 1, 'what was sent was recorded')
          assert(recorded <= 1)
          if (acknowledged) assert(received.includes(content), 'a whole ZIP without a document')
        }
      },
    }
  },
}
