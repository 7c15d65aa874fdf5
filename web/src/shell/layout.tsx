import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useChosenTheme } from '../lib/preferences.ts'
import { endProof, useProofAsked } from '../lib/proof.ts'
import { refreshSession } from '../lib/query.ts'
import { holds, useSession } from '../lib/session.ts'
import { listenForShares } from '../lib/shared-files.ts'
import { useLive } from '../lib/use-live.ts'
import { usePassed } from '../lib/use-passed.ts'
import { Hints } from '../ui/hints.tsx'
import { watchFocus } from '../ui/kept-focus.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { AccessExpired } from './access-expired.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import classes from './layout.module.css'
import { LeavingNotice } from './leaving-notice.tsx'
import { Maintenance } from './maintenance.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { useSearch } from './use-search.ts'

const LeaveGuard = lazy(() => import('./leave-guard.tsx'))
const SearchAndCommands = lazy(() => import('./palette.tsx'))
const ProofDialog = lazy(() => import('../accounts/proof-dialog.tsx'))
const Enrolment = lazy(() => import('./enrolment.tsx'))
const SignInAgain = lazy(() => import('../accounts/sign-in-again.tsx'))

/** Returns another number for each new person, so that nothing that one typed or chose stays for the next. */
function useTurn(id: string | undefined): number {
  const [person, setPerson] = useState({ id, turn: 0 })
  if (id === undefined || id === person.id) return person.turn
  const turn = person.id === undefined ? person.turn : person.turn + 1
  setPerson({ id, turn })
  return turn
}

/** The frame of every page. A guest whose access has expired sees only that message, and can still sign out. */
export function Layout() {
  const { session, user } = useSession()
  useFocusOnNavigation()
  useEffect(watchFocus, [])
  useChosenTheme()
  const lost = session?.lost ?? false
  const proofAsked = useProofAsked()
  useLive(user && !user.accessExpired && !lost ? user.id : null)
  const turn = useTurn(user?.id)
  const search = useSearch(Boolean(user) && !user?.accessExpired && !lost)
  // State: this person lacks a second factor; the next person is not asked for it.
  const lacksEnrolment = session?.pending?.lacks === 'enrolment' && !lost
  const nobody = user === null && !lacksEnrolment
  useEffect(() => {
    if (nobody) endProof(false)
  }, [nobody])

  // State: the page for the second factor is open; it stays for the backup codes, although nothing is lacking by then.
  const [enrolling, setEnrolling] = useState(false)
  if (lacksEnrolment && !enrolling) setEnrolling(true)
  if (enrolling && nobody) setEnrolling(false)

  const uploads = user !== null && holds(user, 'canManageDocuments', 'canUploadDocuments')
  useEffect(() => {
    if (uploads) listenForShares()
  }, [uploads])

  const ended = usePassed((!user?.accessExpired && user?.accessExpiresAt) || null)
  useEffect(() => {
    if (ended) void refreshSession()
  }, [ended])

  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <Maintenance />
      <LeavingNotice />
      <Header onSearch={() => search.show('search')} />
      <ConnectionBar />
      <main id="main" tabIndex={-1} className={classes.main}>
        {enrolling ? (
          <Suspense fallback={<PageLoading />}>
            <Enrolment onDone={() => setEnrolling(false)} />
          </Suspense>
        ) : user?.accessExpired ? (
          <AccessExpired />
        ) : (
          <Outlet key={turn} />
        )}
      </main>
      <Footer />
      <Hints />
      {user && search.used && (
        <Suspense>
          <SearchAndCommands key={turn} user={user} shown={search.shown} onClose={search.close} />
        </Suspense>
      )}
      {proofAsked && !nobody && !lost && (
        <Suspense>
          <ProofDialog />
        </Suspense>
      )}
      {lost && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
      {user && !lost && (
        <Suspense>
          <LeaveGuard />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  )
}
