import { IconUserShield } from '@tabler/icons-react'
import { holds, useUser } from '../lib/session.ts'
import { EmptyState } from '../ui/states.tsx'
import { NominatedList } from './nominated-list.tsx'
import { NominationsList } from './nominations-list.tsx'
import classes from './release.module.css'

const everything = {}

/** Nominations of the person, and their duties. */
export function Releases() {
  const answers = holds(useUser(), 'canManageDocuments', 'canViewOwnDocuments')
  return (
    <>
      <section className={classes.part} aria-labelledby="release-mine">
        <h2 id="release-mine">You as a nominee</h2>
        <NominatedList />
      </section>
      {answers && (
        <section className={classes.part} aria-labelledby="release-theirs">
          <h2 id="release-theirs">Nominees for what you answer for</h2>
          <NominationsList
            of={everything}
            empty={
              <EmptyState icon={IconUserShield} title="Nobody is named yet">
                Name nominees on the page of a document or a matter: people who may ask for it if its owner
                dies or cannot act.
              </EmptyState>
            }
          />
        </section>
      )}
    </>
  )
}
