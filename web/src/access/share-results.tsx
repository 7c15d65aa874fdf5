import { counted } from '@deedbox/contract/counts.ts'
import { shortListText } from '@deedbox/contract/list-text.ts'
import type { Shared } from '@deedbox/contract/sharing.ts'
import { Alert, Stack } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { untilText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import classes from './access.module.css'
import { byPerson, type PersonOutcome } from './share-outcome.ts'

type Titled = { id: string; title: string }

type Props = { results: Shared[]; documents: readonly Titled[]; unsent: string[] }

/** Shows the result of a share for each person and document: first what was refused, then what was shared. */
export function ShareResults({ results, ...rest }: Props) {
  const refused = results.filter(({ result }) => result === 'refused')
  const done = results.filter(({ result }) => result !== 'refused')
  return (
    <Stack gap="xs" ref={bringIntoView}>
      {refused.length > 0 && (
        <Results title="Not everything could be shared" failed results={refused} {...rest} />
      )}
      {done.length > 0 && <Results title="Shared" results={done} {...rest} />}
    </Stack>
  )
}

function Results({ title, failed = false, ...props }: Props & { title: string; failed?: boolean }) {
  return (
    <Alert
      color={failed ? 'wax' : 'eucalyptus'}
      role={failed ? 'alert' : 'status'}
      icon={failed ? <IconAlertCircle /> : <IconCircleCheck />}
      title={title}
    >
      <ul className={classes.results}>
        {byPerson(props.results).map((person) => (
          <li key={person.email}>
            <strong>{person.email}</strong>
            <Lines person={person} documents={props.documents} />
            {!failed && props.unsent.includes(person.email) && (
              <div>The email could not be sent yet. It is tried again by itself.</div>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Brings the results into view, as the pressed button may be far below. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function Lines({ person, documents }: { person: PersonOutcome; documents: readonly Titled[] }) {
  const { timeZone } = useDeployment()
  const now = useServerNow()
  const until = (at: string | null | undefined) => (at ? untilText(at, now, timeZone) : 'without an end')
  const several = documents.length > 1
  const what = (count: number) => (several ? `${counted(count, 'document')}: ` : '')
  const titles = (ids: string[]) =>
    shortListText(
      ids.map((id) => documents.find((one) => one.id === id)?.title ?? 'a document'),
      5,
    )
  const [granted, changed, already] = [person.granted[0], person.changed[0], person.already[0]]
  return (
    <>
      {granted && (
        <div>
          {what(person.granted.length)}shared {until(granted.access?.endsAt)}
        </div>
      )}
      {changed && (
        <div>
          {what(person.changed.length)}access changed, now {until(changed.access?.endsAt)} (it was{' '}
          {until(changed.before?.endsAt)})
        </div>
      )}
      {already && (
        <div>
          {what(person.already.length)}they have exactly this access already, {until(already.access?.endsAt)}.
          Nothing was changed.
        </div>
      )}
      {person.refused.map(({ message, documentIds }) => (
        <div key={message}>
          {message}
          {several && documentIds.length < documents.length && ` (${titles(documentIds)})`}
        </div>
      ))}
    </>
  )
}
