import { type Plan, planDocuments } from './plan.ts'
import { type DemoGrant, emailOf, grants } from './practice.ts'
import type { Stage } from './stage.ts'

/** A document of the practice; its id is known once it is uploaded. */
export type Deed = Plan & { id: string; known: Set<string> }
/** A planned grant; its id is known once it is made. */
export type Dealt = { grant: DemoGrant; deed: Deed; id: string }
export type Shared = { deeds: Deed[]; dealt: Dealt[] }

/** Plans the uploads, the access that trustees give to their documents, and the readings. */
export function planSharing(stage: Stage): Shared {
  const deeds = planDocuments(stage.dateIn).map((plan): Deed => ({ ...plan, id: '', known: new Set() }))
  for (const deed of deeds) planUpload(stage, deed)
  planStatus(stage, deeds)
  const dealt: Dealt[] = []
  for (const [turn, deed] of deeds.filter(({ owner }) => owner.startsWith('trustee')).entries()) {
    for (const offset of [0, 3]) {
      const grant = grants[(turn + offset) % grants.length]
      if (!grant || grant.madeDays >= deed.age || deed.known.has(grant.to)) continue
      const one: Dealt = { grant, deed, id: '' }
      dealt.push(one)
      deed.known.add(grant.to)
      planGrant(stage, one, dealt.length)
      planReading(stage, one, dealt.length)
    }
  }
  return { deeds, dealt }
}

/** Days between the upload of a draft and that of the signed paper, which is its next version. */
const draftDays = 40

function planUpload({ at, call }: Stage, deed: Deed): void {
  const { draft, kind, client, owner } = deed
  let draftId: string | undefined
  if (draft)
    at(deed.age + draftDays, async () => {
      const title = `${deed.title}, draft`
      const query = new URLSearchParams({
        fileName: `draft-${deed.fileName}`,
        title,
        kind,
        clientName: client,
      })
      const answer = await call(owner, 'POST', `/api/documents?${query}`, await draft(), deed.fileType)
      draftId = answer.json().document.id
      const email = emailOf('accountant')
      await call(owner, 'POST', `/api/documents/${draftId}/access`, { email, accessLevel: 'view' })
    })
  at(deed.age, async () => {
    const query = new URLSearchParams({
      fileName: deed.fileName,
      title: deed.title,
      kind: deed.kind,
      ...deed.executed,
      clientName: deed.client,
      ...(deed.expiryDate && { expiryDate: deed.expiryDate }),
      ...(draftId && { versionOf: draftId }),
    })
    const answer = await call(deed.owner, 'POST', `/api/documents?${query}`, await deed.make(), deed.fileType)
    deed.id = answer.json().document.id
  })
}

/** Plans that a trustee writes down who signed the papers, and what varies what, the day after the upload. */
export function planLinks({ at, call }: Stage, { deeds }: Shared): void {
  for (const deed of deeds) {
    const varied = deeds.find(({ client, paper }) => client === deed.client && deed.varies.includes(paper))
    at(deed.age - 1, async () => {
      const body = { signatories: deed.signatories, was: [] }
      if (deed.signatories.length > 0)
        await call('trustee', 'PUT', `/api/documents/${deed.id}/signatories`, body)
      if (varied?.id)
        await call('trustee', 'POST', '/api/document-links', {
          from: deed.id,
          relation: 'varies',
          to: varied.id,
        })
    })
  }
}

/** Plans the statuses: what requestors upload is confirmed the day after, but for the newest three. */
function planStatus({ at, call }: Stage, deeds: Deed[]): void {
  const oldestFirst = deeds.toSorted((a, b) => b.age - a.age)
  const asked = oldestFirst.filter(({ owner }) => owner === 'lawyer' || owner === 'accountant')
  for (const deed of asked.slice(0, -3))
    at(deed.age - 1, () => call('trustee', 'POST', '/api/documents/confirm', { documentIds: [deed.id] }))
  for (const deed of deeds)
    if (deed.archivedAgo)
      at(deed.archivedAgo, () =>
        call(deed.owner, 'POST', '/api/documents/archive', { documentIds: [deed.id], grants: 'keep' }),
      )
}

function planGrant({ at, call, dateIn }: Stage, one: Dealt, turn: number): void {
  const { grant, deed } = one
  at(grant.madeDays, async () => {
    const made = await call(deed.owner, 'POST', `/api/documents/${deed.id}/access`, {
      email: emailOf(grant.to),
      accessLevel: grant.level,
      ...(grant.endDays !== undefined && {
        expiresOn: dateIn(grant.renewed ? 30 - grant.madeDays : grant.endDays),
      }),
    })
    one.id = made.json().grant.id
  })
  if (grant.renewed)
    at(grant.madeDays - 20, () =>
      call(deed.owner, 'POST', `/api/access/${one.id}/renew`, { expiresOn: dateIn(grant.endDays ?? 30) }),
    )
  if (grant.revoked)
    at(revokedAgo(grant, turn), () => call(deed.owner, 'POST', `/api/access/${one.id}/revoke`))
}

const revokedAgo = ({ revoked }: DemoGrant, turn: number) =>
  typeof revoked === 'number' ? revoked : 3 + (turn % 17)

/** Plans readings on some days since the grant, and downloads on some of them where allowed. */
function planReading({ at, call }: Stage, { grant, deed }: Dealt, turn: number): void {
  const last = grant.revoked ? revokedAgo(grant, turn) + 1 : Math.max(1, -(grant.endDays ?? 0) + 1)
  // Readings are rare before the last weeks, so that the history is long and quickly made.
  for (
    let ago = grant.madeDays - 1 - (turn % 5);
    ago >= last;
    ago -= (ago > 45 ? 55 : 6) + ((turn * 5) % 9)
  ) {
    const what = grant.level === 'download' && ago % 2 === 0 ? 'content' : 'pages'
    at(ago, () => call(grant.to, 'GET', `/api/documents/${deed.id}/${what}`))
  }
}
