import type { UserRow } from '@deedbox/contract/people.ts'
import { type PeopleAct, peopleActs } from '@deedbox/contract/people-terms.ts'
import { IconCalendar, IconFileExport, IconLock, IconMailForward, IconMailOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Answer, addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import type { ChosenAction } from '../ui/selection-bar.tsx'
import { toast } from '../ui/toast.tsx'
import { ActDialog, countedOf } from './act-dialog.tsx'

type Invitation = Answer<'GET /api/invitations'>['invitations'][number]
type Asking = { act: PeopleAct; ids: string[] }

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Asks about an act on rows: `ask` opens its dialog, which the caller renders. */
export function useAsking(): {
  ask: (act: PeopleAct, rows: readonly { id: string }[]) => void
  dialog: ReactNode
} {
  const [asking, setAsking] = useState<Asking | null>(null)
  return {
    ask: (act, rows) => setAsking({ act, ids: idsOf(rows) }),
    dialog: asking && <ActDialog {...asking} onClose={() => setAsking(null)} />,
  }
}

/** Returns the actions on people who are chosen in a list. */
export function useChosenPeople(): { actions: ChosenAction<UserRow>[]; dialog: ReactNode } {
  const { ask, dialog } = useAsking()
  const download = useMutation({
    mutationFn: (userIds: string[]) =>
      bytesAt(addressOf('POST /api/users/export', {}), undefined, undefined, { userIds }),
    onSuccess: (file, { length }) => {
      saveFile(file, 'people.csv')
      toast.success(`${countedOf('people', length)} exported`)
    },
    onError: (error) => toast.failure('Failed to export the people', error),
  })
  return {
    actions: [
      {
        label: peopleActs.expire.label,
        icon: IconCalendar,
        can: ({ can }) => can.setExpiry,
        act: (able, others) => ask('expire', [...able, ...others]),
      },
      {
        label: 'Export',
        icon: IconFileExport,
        can: () => true,
        act: (people) => download.mutate(idsOf(people)),
        busy: download.isPending,
      },
      {
        label: peopleActs.deactivate.label,
        icon: IconLock,
        can: ({ can }) => can.deactivate,
        act: (able, others) => ask('deactivate', [...able, ...others]),
        destructive: true,
      },
    ],
    dialog,
  }
}

/** Returns the actions on chosen invitations; the server says which of them allow each. */
export const chosenInvitations = (ask: ReturnType<typeof useAsking>['ask']): ChosenAction<Invitation>[] => [
  {
    label: peopleActs.again.label,
    icon: IconMailForward,
    can: () => true,
    act: (chosen) => ask('again', chosen),
  },
  {
    label: peopleActs.withdraw.label,
    icon: IconMailOff,
    can: () => true,
    act: (chosen) => ask('withdraw', chosen),
    destructive: true,
  },
]
