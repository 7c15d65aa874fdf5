import assert from 'node:assert/strict'
import { type Act, type Cast, counted, events, grantsOn, json, mailsAbout, quoted, store } from './act.ts'
import type { Deedbox } from './deedbox.ts'

/** Names a nominee for a deed of somebody, who accepts. */
async function nomination(deedbox: Deedbox, cast: Cast, evidence = '') {
  const nominee = await deedbox.person('requestor')
  const owned = await store(deedbox, { ...cast, trustee: cast.requestor })
  const named = await json<{ nomination: { id: string; nominees: { id: string }[] } }>(
    await deedbox.call(cast.requestor, 'POST', '/api/nominations', {
      ...{ documentId: owned.id, waitDays: 10, lastsDays: 30, evidence },
      nominees: [{ email: nominee.email, name: 'Nora Quill' }],
    }),
    'a nomination',
  )
  const { id: nominationId, nominees } = named.nomination
  const url = `/api/nominated/${nominees[0]?.id}`
  await json(await deedbox.call(nominee, 'POST', `${url}/accept`), 'accepting')
  return { nominationId, nominee, owned, url }
}

/** Asks for access as a nominee, and brings the evidence. */
const ask: Act = {
  name: 'ask',
  async prepare(deedbox, cast) {
    const { nominationId: id, nominee, owned, url } = await nomination(deedbox, cast, 'A certificate')
    const mails = await mailsAbout(deedbox, cast.requestor.email)
    return {
      async run() {
        const asked = await deedbox.call(nominee, 'POST', `${url}/ask`, { message: 'She died' })
        if (!asked?.ok) return asked
        return deedbox.call(nominee, 'POST', `${url}/evidence?fileName=certificate.txt`, 'Certificate')
      },
      async examine(acknowledged) {
        const of = `askings where release_id in (select id from releases where nomination_id = '${id}')`
        const asked = await counted(deedbox, of)
        assert(asked <= 1, 'asked twice')
        assert.equal(await counted(deedbox, `releases where nomination_id = '${id}'`), asked)
        const opened = `released_documents where document_id = '${owned.id}'`
        assert.equal(await counted(deedbox, opened), asked, 'an asking and its document')
        assert.equal(
          await events(deedbox, 'matter_release_asked', owned.id),
          asked,
          'an asking and its event',
        )
        const evidence = await deedbox.rows<{ id: string }>(
          `select document_id as id from asking_evidence where asking_id in (select id from ${of})`,
        )
        assert(evidence.length <= asked, 'evidence without an asking')
        if (acknowledged) assert.equal(evidence.length, 1, 'acknowledged evidence is missing')
        const proved = `${of} and evidence_at is not null`
        assert.equal(await counted(deedbox, proved), evidence.length, 'evidence and its time')
        if (evidence.length > 0) {
          const ids = quoted(evidence.map((one) => one.id))
          assert.equal(await counted(deedbox, `documents where id in (${ids})`), evidence.length)
        }
        // The owner is promised a mail in the same moment; `settle` sees that it is sent.
        assert((await mailsAbout(deedbox, cast.requestor.email)) >= mails + asked, 'an asking and its mail')
      },
    }
  },
}

/** Vetoes what a nominee asks for. */
const veto: Act = {
  name: 'veto',
  async prepare(deedbox, cast) {
    const { nominationId: id, nominee, owned, url } = await nomination(deedbox, cast)
    await json(await deedbox.call(nominee, 'POST', `${url}/ask`, { message: 'She died' }), 'asking')
    const mails = await mailsAbout(deedbox, nominee.email)
    return {
      run: () => deedbox.call(cast.requestor, 'POST', `/api/nominations/${id}/stop`, { reason: 'I am well' }),
      async examine(acknowledged) {
        const vetoed = await counted(
          deedbox,
          `releases where nomination_id = '${id}' and over_how = 'vetoed'`,
        )
        if (acknowledged) assert.equal(vetoed, 1, 'an acknowledged veto is missing')
        const closed = `released_documents where document_id = '${owned.id}' and over_at is not null`
        assert.equal(await counted(deedbox, closed), vetoed, 'a veto and its document')
        assert.equal(
          await events(deedbox, 'matter_release_stopped', owned.id),
          vetoed,
          'a veto and its event',
        )
        assert.equal(await mailsAbout(deedbox, nominee.email), mails + vetoed, 'a veto and its mail')
      },
    }
  },
}

/** Gives two wills to somebody who asks to inspect them: all of it or nothing. */
const inspect: Act = {
  name: 'inspect',
  async prepare(deedbox, cast) {
    const asker = await deedbox.person('requestor')
    const wills = [await store(deedbox, cast), await store(deedbox, cast)].map(({ id }) => id)
    await deedbox.runJob('insert-entitled')
    const [request] = await deedbox.rows<{ id: string }>(
      `insert into inspections (form_id, name, email, phone, deceased, ground_id, message, created_at)
       select gen_random_uuid(), 'Nora Quill', '${asker.email}', '', 'Bea Quill', id, 'My mother', now()
       from entitled_persons limit 1 returning id`,
    )
    assert(request, 'a request to inspect a will')
    const [{ on } = { on: '' }] = await deedbox.rows<{ on: string }>(
      `select (now() + interval '60 days')::date::text as on`,
    )
    const given = { documentIds: wills, accessLevel: 'download', expiresOn: on }
    return {
      run: () => deedbox.call(cast.trustee, 'POST', `/api/inspections/${request.id}/give`, given),
      async examine(acknowledged) {
        const decided = await counted(
          deedbox,
          `inspections where id = '${request.id}' and decided_at is not null`,
        )
        if (acknowledged) assert.equal(decided, 1, 'an acknowledged decision is missing')
        const named = `inspection_documents where inspection_id = '${request.id}'`
        assert.equal(await counted(deedbox, named), 2 * decided, 'a decision and its wills')
        assert.equal((await grantsOn(deedbox, ...wills)).length, 2 * decided, 'a decision and its grants')
        const told = `audit_events where event = 'inspection_given' and details->>'inspectionId' = '${request.id}'`
        assert.equal(await counted(deedbox, told), decided, 'a decision and its event')
        assert.equal(await events(deedbox, 'access_granted', ...wills), 2 * decided, 'a grant and its event')
        const mails = await deedbox.rows<{ kind: string }>(
          `select kind from mail_messages where recipient = '${asker.email}'`,
        )
        assert.deepEqual(
          mails.map(({ kind }) => kind),
          decided ? ['documents_shared'] : [],
          'a decision and its mail',
        )
        for (const id of wills) {
          const read = await deedbox.call(asker, 'GET', `/api/documents/${id}/content`)
          assert.equal(read?.status, decided ? 200 : 404, 'a will that was given')
        }
      },
    }
  },
}

export const actsOfRelease = [ask, veto, inspect]
