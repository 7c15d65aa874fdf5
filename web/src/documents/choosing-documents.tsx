import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { type ChosenAction, SelectionBar } from '../ui/selection-bar.tsx'
import type { Selection } from '../ui/use-selection.ts'
import type { WholeList } from '../ui/use-whole-list.ts'

const titleOf = ({ title }: DocumentRow) => title

/** Makes the documents of a list selectable, with a bar of actions on the chosen ones. */
export const choosingDocuments = (
  { rows, selection }: { rows: DocumentRow[]; selection: Selection },
  actions: ChosenAction<DocumentRow>[],
  whole?: WholeList | null,
) => ({
  selection,
  nameOf: titleOf,
  bar: <SelectionBar {...{ rows, selection, actions }} nameOf={titleOf} whole={whole ?? null} />,
})
