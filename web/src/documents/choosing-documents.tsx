import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { type ChosenAction, SelectionBar } from '../ui/selection-bar.tsx'
import type { Selection } from '../ui/use-selection.ts'

const titleOf = ({ title }: DocumentRow) => title

/** Lets the documents of a list be chosen, with a bar of what can be done with those that are. */
export const choosingDocuments = (
  { rows, selection }: { rows: DocumentRow[]; selection: Selection },
  actions: ChosenAction<DocumentRow>[],
) => ({
  selection,
  nameOf: titleOf,
  bar: <SelectionBar rows={rows} selection={selection} nameOf={titleOf} actions={actions} />,
})
