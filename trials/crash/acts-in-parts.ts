import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Act, events, json, listed, newDeed, readable, store } from './act.ts'
import type { Person } from './deedbox.ts'

const tus = { 'tus-resumable': '1.0.0' }
const encoded = (text: string) => Buffer.from(text).toString('base64')

/** The second and last part of a resumable upload. */
export const finishUpload: Act = {
  name: 'finish-upload',
  async prepare(deedbox, { trustee, requestor }) {
    const deed = newDeed()
    const half = deed.content.length / 2
    const begun = await deedbox.send(trustee, 'POST', '/api/uploads', {
      headers: {
        ...tus,
        'upload-length': String(deed.content.length),
        'upload-metadata': `fileName ${encoded('deed.txt')},title ${encoded(deed.title)}`,
      },
    })
    assert.equal(begun.status, 201, begun.bytes.toString())
    const path = new URL(begun.headers.get('location') ?? '', 'http://localhost').pathname
    const go = async (from: number, to?: number) => {
      const { status, bytes, whole } = await deedbox.send(trustee, 'PATCH', path, {
        headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
        body: deed.content.slice(from, to),
      })
      return whole ? new Response(status === 204 ? null : bytes, { status }) : null
    }
    assert.equal((await go(0, half))?.status, 204)
    return {
      run: () => go(half),
      async examine(acknowledged) {
        const title = deed.title
        const before = (await listed(deedbox, { trustee, requestor }, title)).length
        if (acknowledged) assert.equal(before, 1, 'an acknowledged upload is missing')
        // The server that finished it held it for 20 seconds; they are over.
        await deedbox.rows(`update uploads set finishing_until = null where title = '${title}' returning id`)
        const asked = await json<{ upload: { received: number; documentId: string | null } }>(
          await deedbox.call(trustee, 'GET', path),
          'an upload',
        )
        assert.equal(
          asked.upload.documentId === null,
          before === 0,
          'an upload is whole if it has a document',
        )
        if (!asked.upload.documentId) assert.equal((await go(asked.upload.received))?.status, 204, 'going on')
        const [id, ...more] = await listed(deedbox, { trustee, requestor }, title)
        assert(id && more.length === 0, 'one document')
        await readable(deedbox, { trustee, requestor }, { ...deed, id })
        assert.equal(await events(deedbox, 'document_uploaded', id), 1)
      },
    }
  },
}

const minutes = 60_000
/** The job that reads the words of documents. */
export const index: Act = {
  name: 'index',
  async prepare(deedbox, cast) {
    // The other documents are not due.
    await deedbox.rows(
      `insert into document_words (document_id, outcome, reader, read_at)
       select id, 'nothing', (select reader from word_index), now() from documents
       where wrapped_key is not null on conflict do nothing returning document_id`,
    )
    const word = randomUUID().replace(/[^a-f]/g, '') + randomUUID().replace(/[^a-f]/g, '')
    const { id } = await store(deedbox, cast, {
      title: `Deed-${randomUUID()}`,
      content: `The settlor ${word}`,
    })
    const find = async (as: Person) => {
      const found = await deedbox.call(as, 'GET', `/api/documents?text=${word}`)
      return (await json<{ documents: { id: string }[] }>(found, 'the list')).documents
    }
    return {
      async run() {
        try {
          await deedbox.runJob('index-documents')
          const [row] = await deedbox.rows<{ outcome: string }>(
            `select outcome from document_words where document_id = '${id}'`,
          )
          return row?.outcome === 'read' ? Response.json({}) : null
        } catch {
          return null
        }
      },
      async examine(acknowledged) {
        if (acknowledged)
          assert.equal((await find(cast.trustee)).length, 1, 'words that were read are missing')
        await deedbox.shift(25 * minutes)
        await deedbox.runJob('index-documents')
        assert.deepEqual(
          (await find(cast.trustee)).map((one) => one.id),
          [id],
          'found by its word',
        )
        assert.deepEqual(await find(cast.requestor), [], 'found by somebody else')
      },
    }
  },
}
