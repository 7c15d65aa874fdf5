import { documentStatuses } from '@deedbox/contract/document-terms.ts'
import { Select } from '@mantine/core'
import { documentStatusText } from './document-status.tsx'
import { insidePopover } from './filter-button.tsx'

const choices = [
  { value: 'all', label: 'All, with archived' },
  ...documentStatuses.map((value) => ({ value, label: documentStatusText(value) })),
]

/** In the filters of a list of what belongs to documents: only of documents with this status; '' for all. */
export const DocumentStatusFilter = (props: { value: string; onChange: (value: string) => void }) => (
  <Select
    label="Status of the document"
    data={choices}
    value={props.value || 'all'}
    onChange={(value) => props.onChange(value && value !== 'all' ? value : '')}
    allowDeselect={false}
    comboboxProps={insidePopover}
  />
)
