import { limits } from '@deedbox/contract/limits.ts'
import { evidenceToken } from '../src/release/inspections/evidence.ts'
import { emailOf } from './practice.ts'
import type { Deed } from './sharing.ts'
import type { Stage } from './stage.ts'

/** Plans who is named for two papers: a release that is under way, and one that was vetoed. */
export function planReleases(stage: Stage, deeds: readonly Deed[]): void {
  const will = deeds.find(({ client, paper }) => client === 'Frances Nakamura' && paper === 'will')
  const power = deeds.find(({ client, paper }) => client === 'Gordon Petrov' && paper === 'power')
  if (!will || !power) throw new Error('A paper of the releases is missing')
  const jane = { name: 'Jane Citizen', key: 'guest' }
  const oliver = { name: 'Oliver Brown', key: 'guest2' }
  const first = named(stage, will, [jane, oliver], {
    ...{ waitDays: 30, lastsDays: 90, needsAgreement: true },
    evidence: 'A certificate of death, or a doctor’s letter',
  })
  stage.at(4, async () => {
    await stage.call('guest', 'POST', `${first.nominee(0)}/ask`, {
      message: 'My grandmother died on Sunday. We need her will for the funeral.',
    })
    await stage.call(
      'guest',
      'POST',
      `${first.nominee(0)}/evidence?fileName=death-certificate.txt`,
      Buffer.from('Registry of Births, Deaths and Marriages. Certificate of death of Frances Nakamura.\n'),
      'text/plain',
    )
  })
  const second = named(stage, power, [oliver], { waitDays: 14, lastsDays: 30 })
  stage.at(20, () =>
    stage.call('guest2', 'POST', `${second.nominee(0)}/ask`, {
      message: 'He does not answer the telephone.',
    }),
  )
  stage.at(18, () =>
    stage.call(power.owner, 'POST', `${second.path()}/stop`, {
      reason: 'Gordon is travelling and called today. He is well.',
    }),
  )
}

/** Plans that a daughter asks to inspect a will and brings evidence, and that somebody else was refused one. */
export function planInspections({ at, call, services: { clock, keyring } }: Stage): void {
  const ask = async (name: string, ground: RegExp, deceased: string, message: string) => {
    const { started, grounds } = (await call('nobody', 'GET', '/api/inspections/form')).json()
    clock.shiftMs += limits.contact.fastestMs
    const email = `${name.toLowerCase().replace(' ', '.')}@clients.example`
    const { id: groundId } = grounds.find(({ title }: { title: string }) => ground.test(title))
    const body = { name, email, deceased, message, started, groundId }
    await call('nobody', 'POST', '/api/inspections', body)
  }
  at(9, () =>
    ask('Piers Holt', /claim/, 'Arthur Taylor', 'He owed me money. I want to know who gets the house.'),
  )
  at(8, async () => {
    const [{ id }] = (await call('trustee', 'GET', '/api/inspections')).json().inspections
    await call('trustee', 'POST', `/api/inspections/${id}/refuse`, {
      refusal: 'evidence',
      note: 'Asked by telephone for proof of the debt.',
    })
  })
  at(3, () =>
    ask(
      'Rosalind Taylor',
      /issue/,
      'Arthur Taylor',
      'I am his daughter. I have the certificate of death and my passport.',
    ),
  )
  at(2, async () => {
    const [{ id }] = (await call('trustee', 'GET', '/api/inspections')).json().inspections
    await call(
      'nobody',
      'POST',
      `/api/inspection-evidence/${evidenceToken(keyring, id)}?fileName=certificate-of-death.txt`,
      Buffer.from('Registry of Births, Deaths and Marriages. Certificate of death of Arthur Taylor.\n'),
      'text/plain',
    )
  })
}

/** Plans that whoever keeps a paper names nominees on the client's written instruction, who accept. */
function named({ at, call }: Stage, deed: Deed, people: { name: string; key: string }[], terms: object) {
  let id = ''
  let nominees: string[] = []
  let instructionId = ''
  at(46, async () => {
    const title = `Instruction of ${deed.client}, nominees`
    const query = new URLSearchParams({ fileName: 'instruction.txt', title, clientName: deed.client })
    const names = people.map(({ name }) => name).join(' and ')
    const letter = `Please name ${names} for my papers, should I die or not be able to act.\n\n${deed.client}\n`
    const answer = await call(
      deed.owner,
      'POST',
      `/api/documents?${query}`,
      Buffer.from(letter),
      'text/plain',
    )
    instructionId = answer.json().document.id
  })
  at(45, async () => {
    const { nomination } = (
      await call(deed.owner, 'POST', '/api/nominations', {
        ...terms,
        ...{ documentId: deed.id, onBehalfOf: deed.client, instructionId },
        nominees: people.map(({ name, key }, n) => ({ name, email: emailOf(key), afterDays: 7 * n })),
      })
    ).json()
    id = nomination.id
    nominees = nomination.nominees.map((one: { id: string }) => `/api/nominated/${one.id}`)
  })
  at(44, async () => {
    for (const [n, { key }] of people.entries()) await call(key, 'POST', `${nominees[n]}/accept`)
  })
  return { nominee: (n: number) => nominees[n] ?? '', path: () => `/api/nominations/${id}` }
}
