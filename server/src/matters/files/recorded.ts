import type { Death } from '@deedbox/contract/deaths.ts'
import { checkWays } from '@deedbox/contract/identity-check-terms.ts'
import type { IdentityCheck } from '@deedbox/contract/identity-checks.ts'
import { matterFiles } from '@deedbox/contract/matter-files.ts'
import type { Matter, MatterFilter } from '@deedbox/contract/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { TableColumns } from '../../kernel/http/send-table.ts'
import { localTime } from '../../platform/csv.ts'
import { endOf } from '../../policy/grants.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { restingOn } from '../deaths/effects.ts'
import { deathsOf } from '../deaths/read.ts'
import { checksOf } from '../identity/checks.ts'
import { rolesHeld } from '../parties/read.ts'
import { mattersIn } from '../register/export.ts'
import type { Read } from './tables.ts'

/* Tables of the records about the parties of matters besides their roles: a row for each matter in which somebody is party. */

type Party = { id: string; name: string }
type Held = { matter: Matter; party: Party }
type Resting = Awaited<ReturnType<typeof restingOn>>[number]

const about: TableColumns<Held> = {
  [matterFiles.parties.matter.heading]: ({ matter }) => matter.reference,
  'Name of the matter': ({ matter }) => matter.name,
  [matterFiles.parties.name.heading]: ({ party }) => party.name,
}

/** Grants that rest on the powers of one batch of matters, at most. */
const mostResting = 10_000

const deathColumns: TableColumns<Held & { of: Death; keeps: boolean }> = {
  ...about,
  'Died on': ({ of }) => of.diedOn,
  Evidence: ({ of }) => of.document?.title ?? '',
  'Evidence seen': ({ of }) => (of.seen ? 'Yes' : 'No'),
  'Seen by': ({ of, keeps }) => (keeps ? (of.seen?.by ?? '') : ''),
  Note: ({ of, keeps }) => (keeps ? of.note : ''),
  'Recorded by': ({ of, keeps }) => (keeps ? (of.recordedBy ?? '') : ''),
}

const checkColumns: TableColumns<Held & { of: IdentityCheck }> = {
  ...about,
  'Checked on': ({ of }) => of.checkedOn,
  How: ({ of }) => checkWays[of.how],
  By: ({ of }) => of.by,
  Reference: ({ of }) => of.reference,
  'Next check': ({ of }) => of.nextOn ?? '',
  Note: ({ of }) => of.note,
  'Seen by': ({ of }) => of.people.map(({ email }) => email).join(', '),
  'Does not count because': ({ of }) => of.withdrawn,
}

const powerColumns: TableColumns<Held & { of: Resting }, ReturnType<typeof localTime>> = {
  ...about,
  Power: ({ of }) => of.power.name,
  Document: ({ of }) => of.document.name,
  Person: ({ of }) => of.grant.userName,
  Email: ({ of }) => of.grant.userEmail,
  Level: ({ of }) => of.grant.accessLevel,
  'Gives access': ({ of }) => (of.active ? 'Yes' : 'No'),
  Ends: ({ of }, local) => local(endOf(of.grant)),
}

/** Walks through the matters that the reader sees, with what was found of everybody who is or was party to them or made an instrument. */
async function* ofParties<Of>(
  read: Read,
  filter: MatterFilter,
  find: (ctx: Acting<ReadCtx>, partyIds: string[]) => Promise<{ partyId: string; of: Of }[]>,
): AsyncGenerator<(Held & { of: Of; keeps: boolean })[]> {
  for await (const matters of mattersIn(read, filter))
    yield await read(async (ctx) => {
      const held = await rolesHeld(
        ctx,
        matters.map(({ id }) => id),
      )
      const ofMatter = Map.groupBy(held, ({ matterId }) => matterId)
      const parties = new Map(
        held
          .flatMap(({ role }) => [role.party, ...(role.from.by ? [role.from.by] : [])])
          .map((one) => [one.id, one]),
      )
      const found = Map.groupBy(await find(ctx, [...parties.keys()]), ({ partyId }) => partyId)
      const keeps = keepsMatters(ctx.actor)
      return matters.flatMap((matter) => {
        const theirs = (ofMatter.get(matter.id) ?? []).flatMap(({ role }) => [
          role.party.id,
          role.from.by?.id ?? '',
        ])
        return [...new Set(theirs)].flatMap((id) => {
          const party = parties.get(id)
          return party ? (found.get(id) ?? []).map(({ of }) => ({ matter, party, of, keeps })) : []
        })
      })
    })
}

/** The deaths of parties: to whoever sees the matter, as on its page. */
export const deathsTable = (read: Read, filter: MatterFilter) => ({
  columns: deathColumns,
  given: null,
  batches: () =>
    ofParties(read, filter, async (ctx, ids) =>
      (await deathsOf(ctx, ids)).map((of) => ({ partyId: of.party.id, of })),
    ),
})

/** Identity checks: to whoever is named on them. */
export const checksTable = (read: Read, filter: MatterFilter) => ({
  columns: checkColumns,
  given: null,
  batches: () =>
    ofParties(read, filter, async (ctx, ids) =>
      (await checksOf(ctx, ids)).map(({ partyId, check }) => ({ partyId, of: check })),
    ),
})

/** Access that rests on a power of a party: to whoever keeps matters. */
export const powersTable = (read: Read, filter: MatterFilter, timeZone: string) => ({
  columns: powerColumns,
  given: localTime(timeZone),
  batches: () =>
    ofParties(read, filter, async (ctx, ids) =>
      keepsMatters(ctx.actor)
        ? (await restingOn(ctx, ids, mostResting)).map((of) => ({ partyId: of.partyId, of }))
        : [],
    ),
})
