import type { SessionUser } from '@deedbox/contract/accounts.ts'
import type { RequestHit } from '@deedbox/contract/search.ts'
import {
  IconArchive,
  IconArrowRight,
  IconChecklist,
  IconFileExport,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconPencil,
  IconShare,
  IconUpload,
  IconUserOff,
  IconUserPlus,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { holds } from '../lib/session.ts'
import type { Command, Places, Verb } from '../search/options.ts'
import { Palette } from '../search/palette.tsx'
import { clientPath } from '../ui/client-link.tsx'
import { administrationPages, menuFor, navigationFor } from './navigation.ts'
import { Shortcuts } from './shortcuts.tsx'
import { useSignOut } from './use-sign-out.ts'

const ShareDialog = lazy(async () => ({ default: (await import('../access/share-dialog.tsx')).ShareDialog }))
const BulkDialog = lazy(async () => ({
  default: (await import('../access/bulk-dialog.tsx')).BulkAccessDialog,
}))
const ArchiveDialog = lazy(async () => ({
  default: (await import('../documents/archive-dialog.tsx')).ArchiveDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await import('../reports/export-dialog.tsx')).ExportDialog,
}))
const InviteDialog = lazy(async () => ({
  default: (await import('../people/invite-dialog.tsx')).InviteDialog,
}))

/** Dialog that the search has opened, which stays when the search has closed. */
type Opened =
  | { what: 'share' | 'archive'; document: { id: string; title: string } }
  | { what: 'bulk'; search?: string }
  | { what: 'export' | 'invite' | 'shortcuts' }

type Open = (opened: Opened) => void

/** The search, or the help of shortcuts, and the dialogs that commands open. */
export default function SearchAndCommands(props: {
  user: SessionUser
  shown: 'search' | 'shortcuts' | null
  onClose: () => void
}) {
  const { user, shown, onClose } = props
  const [opened, setOpened] = useState<Opened | null>(null)
  const navigate = useNavigate()
  const signOut = useSignOut()
  const go = (to: string) => void navigate(to)
  const close = () => setOpened(null)
  return (
    <>
      {shown === 'search' && (
        <Palette
          commands={commandsFor(user, go, setOpened, () => signOut.mutate())}
          verbs={verbsFor(
            user,
            setOpened,
            (id) => void navigate(`/documents/${id}`, { state: { correct: true } }),
          )}
          places={placesFor(user, go)}
          onClose={onClose}
        />
      )}
      {shown === 'shortcuts' && <Shortcuts onClose={onClose} />}
      <Suspense>{opened && dialogOf(opened, close)}</Suspense>
    </>
  )
}

function dialogOf(opened: Opened, onClose: () => void): ReactNode {
  switch (opened.what) {
    case 'share':
      return <ShareDialog documents={[opened.document]} onClose={onClose} />
    case 'archive':
      return <ArchiveDialog documents={[opened.document]} onClose={onClose} />
    case 'bulk':
      return <BulkDialog search={opened.search ?? ''} onClose={onClose} />
    case 'export':
      return <ExportDialog onClose={onClose} />
    case 'invite':
      return <InviteDialog onClose={onClose} />
    case 'shortcuts':
      return <Shortcuts onClose={onClose} />
  }
}

/** Lists the commands of a role; each leads to its page or dialog. */
function commandsFor(
  user: SessionUser,
  go: (to: string) => void,
  open: Open,
  signOut: () => void,
): Command[] {
  const handles = holds(user, 'canManageDocuments')
  const pages = [
    ...navigationFor(user),
    ...menuFor(user),
    ...(holds(user, 'canManageSystem') ? administrationPages : []),
  ]
  const places = new Map(pages.map(({ to, label }) => [to, label]))
  const all: (Command | false)[] = [
    holds(user, 'canManageDocuments', 'canUploadDocuments') && {
      label: 'Upload a document',
      icon: IconUpload,
      run: () => go('/documents/upload'),
    },
    holds(user, 'canRequestAccess') && {
      label: 'Request access to a document',
      icon: IconKey,
      run: () => go('/requestor/documents?tab=request-access'),
    },
    (holds(user, 'canManageUsers') || (handles && user.confirmed)) && {
      label: 'Invite a person',
      icon: IconUserPlus,
      run: () => open({ what: 'invite' }),
    },
    handles && {
      label: 'Revoke or renew access in bulk',
      icon: IconChecklist,
      run: () => open({ what: 'bulk' }),
    },
    handles && { label: 'Export an audit report', icon: IconFileExport, run: () => open({ what: 'export' }) },
    handles && { label: 'Deleted documents', icon: IconArrowRight, run: () => go('/documents/deleted') },
    ...Array.from(places, ([to, label]) => ({
      label: `Go to ${label}`,
      icon: IconArrowRight,
      run: () => go(to),
    })),
    { label: 'Keyboard shortcuts', icon: IconKeyboard, run: () => open({ what: 'shortcuts' }) },
    { label: 'Sign out', icon: IconLogout, run: signOut },
  ]
  return all.filter((command) => command !== false)
}

/** Lists commands that apply to objects found by the words after them; people see only those that they may use on an object. */
function verbsFor(user: SessionUser, open: Open, openCorrect: (documentId: string) => void): Verb[] {
  const correct: Verb = {
    word: 'correct',
    label: 'Correct a document …',
    icon: IconPencil,
    on: 'documents',
    labelOf: ({ title }) => `Correct ${title}`,
    can: ({ can }) => can.correct,
    run: ({ id }) => openCorrect(id),
  }
  if (!holds(user, 'canManageDocuments')) return holds(user, 'canUploadDocuments') ? [correct] : []
  return [
    {
      word: 'share',
      label: 'Share a document …',
      icon: IconShare,
      on: 'documents',
      labelOf: ({ title }) => `Share ${title}`,
      can: ({ can }) => can.share,
      run: (document) => open({ what: 'share', document }),
    },
    correct,
    {
      word: 'archive',
      label: 'Archive a document …',
      icon: IconArchive,
      on: 'documents',
      labelOf: ({ title }) => `Archive ${title}`,
      can: ({ can }) => can.archive,
      run: (document) => open({ what: 'archive', document }),
    },
    {
      word: 'revoke',
      label: 'Revoke a person’s access …',
      icon: IconUserOff,
      on: 'people',
      labelOf: ({ name }) => `Revoke ${name}’s access`,
      run: ({ email }) => open({ what: 'bulk', search: email }),
    },
  ]
}

function placesFor(user: SessionUser, open: (to: string) => void): Places {
  const people = user.role === 'b2b_admin' ? '/b2b/users' : '/admin/users'
  const q = encodeURIComponent
  return {
    open,
    document: ({ id }) => `/documents/${id}`,
    client: ({ name, can }) => (can.open ? clientPath(name) : `/documents?client=${q(name)}`),
    matter: ({ id }) => `/matters/${id}`,
    person: ({ userId, email }) => (userId ? `${people}/${userId}` : `/documents?userEmail=${q(email)}`),
    request: (hit) => requestPage(user, hit),
    texts: (asked) => `/documents?text=${q(asked)}`,
  }
}

function requestPage(user: SessionUser, { kind, own, id, name }: RequestHit): string {
  if (own)
    return kind === 'owner'
      ? '/requestor/documents?tab=owner-requests'
      : '/requestor/documents?tab=my-requests'
  if (kind === 'owner') return `/owner-request/${id}`
  const page = holds(user, 'canManageDocuments') ? '/trustee/requests' : '/b2b/requests'
  return `${page}?search=${encodeURIComponent(name)}`
}
