import type { SessionUser } from '@deedbox/contract/accounts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Stack } from '@mantine/core'
import type { Answer } from '../lib/api.ts'
import { type Tile, Tiles } from '../ui/tiles.tsx'

type Figures = Answer<'GET /api/dashboard'>

/** The figures for a role (specification, section 2), each linked to the page that lists what it counts, if there is one. */
export const RoleTiles = ({ figures, user }: { figures: Figures | undefined; user: SessionUser }) => (
  <Stack gap="0.75rem">
    {user.role === 'admin' && <Tiles tiles={system(figures)} />}
    <Tiles tiles={tilesOf[user.role]?.(figures) ?? own(figures)} />
  </Stack>
)

const within = `within ${limits.expiringSoonDays} days`
const documentsExpire = (figures: Figures | undefined): Tile => ({
  label: `Documents expiring ${within}`,
  value: figures?.expiringSoon,
})
/** For people who were given access: when their access ends, not when the document expires. */
const accessEnds = (figures: Figures | undefined, to: string): Tile => ({
  label: `Your access ending ${within}`,
  value: figures?.endingSoon,
  to,
})

const own = (figures: Figures | undefined): Tile[] => [
  { label: 'Documents you can see', value: figures?.documents, to: '/documents' },
  { label: 'Your own documents', value: figures?.own },
  { label: 'Access given to you', value: figures?.activeAccess, to: '/requestor/documents' },
  {
    label: 'Your pending requests',
    value: figures?.pendingRequests,
    to: '/requestor/documents?tab=my-requests',
  },
  accessEnds(figures, '/requestor/documents'),
]

const system = (figures: Figures | undefined): Tile[] => [
  { label: 'Users', value: figures && (figures.system?.users ?? 0), to: '/admin/users' },
  {
    label: 'Organisations',
    value: figures && (figures.system?.organizations ?? 0),
    to: '/admin/organizations',
  },
  {
    label: 'Unconfirmed trustees',
    value: figures && (figures.system?.unconfirmedTrustees ?? 0),
    to: '/admin/users?status=unconfirmed',
  },
  { label: 'Failed emails', value: figures && (figures.system?.failedMails ?? 0), to: '/admin/mail' },
]

const tilesOf: Record<string, (figures: Figures | undefined) => Tile[]> = {
  admin: (figures) => [
    { label: 'Documents', value: figures?.documents, to: '/documents' },
    { label: 'Active access', value: figures?.activeAccess },
    { label: 'Pending requests', value: figures?.pendingRequests, to: '/trustee/requests' },
    documentsExpire(figures),
  ],
  b2b_admin: (figures) => [
    {
      label: 'Organisation users',
      value: figures && (figures.organizationUsers ?? 0),
      to: '/b2b/users',
    },
    { label: 'Documents you can see', value: figures?.documents, to: '/documents' },
    { label: 'Access given to you', value: figures?.activeAccess },
    documentsExpire(figures),
  ],
  guest: (figures) => [
    { label: 'Documents you can see', value: figures?.documents, to: '/documents' },
    { label: 'Access given to you', value: figures?.activeAccess },
    accessEnds(figures, '/documents'),
  ],
}
