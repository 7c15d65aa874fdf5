import assert from 'node:assert/strict'
import {
  type Act,
  events,
  grantsOn,
  json,
  listed,
  mailsAbout,
  newDeed,
  readable,
  send,
  store,
} from './act.ts'
import { finishUpload, index } from './acts-in-parts.ts'
import { actsOfCustody } from './acts-of-custody.ts'
import { actsOfRelease } from './acts-of-release.ts'
import { archive, correct, shareMany, zip } from './acts-on-several.ts'

export const upload: Act = {
  name: 'upload',
  async prepare(deedbox, cast) {
    const deed = newDeed()
    return {
      run: () => send(deedbox, cast, deed),
      async examine(acknowledged) {
        const [id, ...more] = await listed(deedbox, cast, deed.title)
        assert.equal(more.length, 0, 'stored twice')
        if (acknowledged) assert(id, 'an acknowledged upload is missing')
        if (!id) return
        await readable(deedbox, cast, { ...deed, id })
        assert.equal(await events(deedbox, 'document_uploaded', id), 1)
      },
    }
  },
}

const share: Act = {
  name: 'share',
  async prepare(deedbox, cast) {
    const deed = await store(deedbox, cast)
    const guest = await deedbox.person('guest')
    return {
      run: () =>
        deedbox.call(cast.trustee, 'POST', `/api/documents/${deed.id}/access`, { email: guest.email }),
      async examine(acknowledged) {
        const grants = (await grantsOn(deedbox, deed.id)).length
        if (acknowledged) assert.equal(grants, 1, 'an acknowledged grant is missing')
        assert.equal(await events(deedbox, 'access_granted', deed.id), grants, 'a grant and its event')
        assert.equal(await mailsAbout(deedbox, guest.email), grants, 'a grant and its mail')
        const read = await deedbox.call(guest, 'GET', `/api/documents/${deed.id}/content`)
        assert.equal(read?.status, grants === 1 ? 200 : 404)
      },
    }
  },
}

const approve: Act = {
  name: 'approve',
  async prepare(deedbox, cast) {
    const deed = await store(deedbox, cast)
    const body = { documentId: deed.id, documentName: deed.title, clientEmail: 'client@smith.example' }
    const asked = await deedbox.call(cast.requestor, 'POST', '/api/requests', body)
    const { request } = await json<{ request: { id: string } }>(asked, 'a request')
    return {
      run: () =>
        deedbox.call(cast.trustee, 'POST', `/api/requests/${request.id}/approve`, { documentId: deed.id }),
      async examine(acknowledged) {
        const grants = (await grantsOn(deedbox, deed.id)).length
        const [row] = await deedbox.rows<{ status: string }>(
          `select status from access_requests where id = '${request.id}'`,
        )
        assert.equal(row?.status, grants === 1 ? 'approved' : 'pending', 'a request and its grant')
        if (acknowledged) assert.equal(grants, 1, 'an acknowledged approval is missing')
        assert.equal(await events(deedbox, 'request_approved', deed.id), grants, 'an approval and its event')
      },
    }
  },
}

const remove: Act = {
  name: 'delete',
  async prepare(deedbox, cast) {
    const deed = await store(deedbox, cast)
    return {
      run: () => deedbox.call(cast.trustee, 'DELETE', `/api/documents/${deed.id}`),
      async examine(acknowledged) {
        const [here, deleted] = [
          (await listed(deedbox, cast, deed.title)).length,
          (await listed(deedbox, cast, deed.title, 'deleted')).length,
        ]
        assert.equal(here + deleted, 1, 'a document is in one of the lists')
        if (acknowledged) assert.equal(deleted, 1, 'an acknowledged deletion is missing')
        assert.equal(await events(deedbox, 'document_deleted', deed.id), deleted)
        if (deleted)
          await json(
            await deedbox.call(cast.trustee, 'POST', `/api/documents/${deed.id}/restore`),
            'restoring',
          )
        await readable(deedbox, cast, deed)
      },
    }
  },
}

const restore: Act = {
  name: 'restore',
  async prepare(deedbox, cast) {
    const deed = await store(deedbox, cast)
    await json(await deedbox.call(cast.trustee, 'DELETE', `/api/documents/${deed.id}`), 'deleting')
    return {
      run: () => deedbox.call(cast.trustee, 'POST', `/api/documents/${deed.id}/restore`),
      async examine(acknowledged) {
        const here = (await listed(deedbox, cast, deed.title)).length
        if (acknowledged) assert.equal(here, 1, 'an acknowledged restoration is missing')
        assert.equal(await events(deedbox, 'document_restored', deed.id), here)
        if (here) await readable(deedbox, cast, deed)
        else assert.equal((await listed(deedbox, cast, deed.title, 'deleted')).length, 1)
      },
    }
  },
}

export const acts: readonly Act[] = [
  ...[upload, share, approve, remove, restore],
  ...[shareMany, correct, archive, zip, finishUpload, index],
  ...[...actsOfCustody, ...actsOfRelease],
]
