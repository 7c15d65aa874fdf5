import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { Party } from '@deedbox/contract/parties.ts'
import type { ComponentProps } from 'react'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { FoundSelect } from '../ui/found-select.tsx'

/** The value of the field where the person chose to enter a new party. */
export const newParty = 'new'

/** Picks a party of any matter by name, number or email; its value is the id, or `newParty` where `onNew` takes the typed name. */
export function PartyField({
  except,
  onNew,
  onChange,
  ...props
}: Omit<ComponentProps<typeof FoundSelect>, 'queryKey' | 'find' | 'things' | 'failure'> & {
  /** A party that is not offered. */
  except?: string
  onNew?: (name: string) => void
}) {
  return (
    <FoundSelect
      queryKey={['matters', 'parties', onNew ? 'or-new' : 'known']}
      things="parties"
      failure={screen.loadParties}
      placeholder="Type a name, ABN or ACN"
      clearButtonProps={{ 'aria-label': 'Clear the party' }}
      find={async (search, signal) => {
        const { parties } = await call('GET /api/parties', { query: { search }, signal })
        const known = parties
          .filter(({ id }) => id !== except)
          .map((party) => ({ id: party.id, name: labelOf(party) }))
        return onNew && search ? [...known, { id: newParty, name: `${asNew}${search}` }] : known
      }}
      {...props}
      onChange={(id, name) => {
        if (id === newParty) onNew?.(name.slice(asNew.length))
        onChange?.(id, name)
      }}
    />
  )
}

const asNew = 'Enter as a new party: '

/** Writes a party so that two with the same name are told apart. */
const labelOf = ({ name, acn, abn, bornOn, alsoWritten, matters }: Party): string =>
  [
    name,
    alsoWritten.length > 0 && `also ${alsoWritten.join(', ')}`,
    acn ? `ACN ${acnText(acn)}` : abn && `ABN ${abnText(abn)}`,
    bornOn && `born ${dateText(bornOn, 'UTC')}`,
    matters[0] && (matters.length === 1 ? matters[0].name : `${matters[0].name} and other matters`),
  ]
    .filter(Boolean)
    .join(' · ')
