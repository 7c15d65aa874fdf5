import { type State, states } from '@deedbox/contract/australia.ts'
import type { Nominated } from '@deedbox/contract/nominated.ts'
import type { Nomination } from '@deedbox/contract/nominations.ts'
import { papersInWords, releaseInWords, whosePapers } from '@deedbox/contract/release-words.ts'

/** Says what a nomination does, to those who answer for what it is of. */
export function promiseOf(nomination: Nomination): string {
  const { document, matter, whole, documents, hidden, nominees } = nomination
  const count = whole ? null : documents.length + hidden
  const papers = matter
    ? papersInWords({ matter: matter.name, count })
    : document
      ? papersInWords({ document: document.title })
      : 'papers that you cannot see'
  return releaseInWords(nomination, nominees, papers)
}

/** Says to a nominee what they can do. */
export const promiseTo = (nominated: Nominated): string =>
  releaseInWords(
    nominated,
    { you: true, of: nominated.nominees, afterDays: nominated.afterDays },
    `papers of ${whosePapers(nominated)}`,
  )

/** Names the law by which somebody may ask to inspect a will: the Act, or the state where none is known. */
export const actOf = ({ act, state }: { act: string; state: string }): string => act || states[state as State]
