import type { SessionUser } from '@deedbox/contract/accounts.ts'
import {
  addressOf,
  dashboardLists,
  organizationUsersList,
  systemLists,
} from '@deedbox/contract/counted-lists.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Answer } from '../lib/api.ts'
import { useToday } from '../lib/today.ts'
import { type Tile, Tiles } from '../ui/tiles.tsx'

type Figures = Answer<'GET /api/dashboard'>
type Lists = ReturnType<typeof dashboardLists>

/** The figures for a role (specification, section 2), each linked to the list that it counts. */
export function RoleTiles({ figures, user }: { figures: Figures | undefined; user: SessionUser }) {
  const lists = dashboardLists(user, useToday())
  return (
    <Tiles
      tiles={[
        ...(user.role === 'admin' ? system(figures) : []),
        ...(tilesOf[user.role] ?? own)(figures, lists),
      ]}
    />
  )
}

const within = `within ${limits.expiringSoonDays} days`
const documents = (figures: Figures | undefined, lists: Lists, label = 'Documents you can see'): Tile => ({
  label,
  value: figures?.documents,
  to: addressOf(lists.documents),
})
const documentsExpire = (figures: Figures | undefined, lists: Lists): Tile => ({
  label: `Documents expiring ${within}`,
  value: figures?.expiringSoon,
  to: addressOf(lists.expiringSoon),
})
const access = (figures: Figures | undefined, lists: Lists, label = 'Access given to you'): Tile => ({
  label,
  value: figures?.activeAccess,
  to: addressOf(lists.activeAccess),
})
/** Tile for people who were given access: it counts ends of their access, not of the documents. */
const accessEnds = (figures: Figures | undefined, lists: Lists): Tile => ({
  label: `Your access ending ${within}`,
  value: figures?.endingSoon,
  to: addressOf(lists.endingSoon),
})
const requests = (figures: Figures | undefined, lists: Lists, label: string): Tile => ({
  label,
  value: figures?.pendingRequests,
  to: addressOf(lists.pendingRequests),
})

const own = (figures: Figures | undefined, lists: Lists): Tile[] => [
  documents(figures, lists),
  { label: 'Your own documents', value: figures?.own, to: addressOf(lists.own) },
  access(figures, lists),
  requests(figures, lists, 'Your pending requests'),
  accessEnds(figures, lists),
]

const system = (figures: Figures | undefined): Tile[] => [
  { label: 'Users', value: figures && (figures.system?.users ?? 0), to: addressOf(systemLists.users) },
  {
    label: 'Organisations',
    value: figures && (figures.system?.organizations ?? 0),
    to: addressOf(systemLists.organizations),
  },
  {
    label: 'Unconfirmed trustees',
    value: figures && (figures.system?.unconfirmedTrustees ?? 0),
    to: addressOf(systemLists.unconfirmedTrustees),
  },
  {
    label: 'Failed emails',
    value: figures && (figures.system?.failedMails ?? 0),
    to: addressOf(systemLists.failedMails),
  },
]

const tilesOf: Record<string, (figures: Figures | undefined, lists: Lists) => Tile[]> = {
  admin: (figures, lists) => [
    documents(figures, lists, 'Documents'),
    access(figures, lists, 'Active access'),
    requests(figures, lists, 'Pending requests'),
    documentsExpire(figures, lists),
  ],
  b2b_admin: (figures, lists) => [
    {
      label: 'Organisation users',
      value: figures && (figures.organizationUsers ?? 0),
      to: addressOf(organizationUsersList),
    },
    documents(figures, lists),
    access(figures, lists),
    documentsExpire(figures, lists),
  ],
  guest: (figures, lists) => [documents(figures, lists), access(figures, lists), accessEnds(figures, lists)],
}
