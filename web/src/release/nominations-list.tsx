import { counted } from '@deedbox/contract/counts.ts'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call, messageOf } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import { AbsencesDialog } from './absences-dialog.tsx'
import { type Nomination, type NominationsOf, useNominations } from './queries.ts'
import classes from './release.module.css'
import { AskingTimes, ReleaseState } from './state.tsx'
import { StopDialog, type Stopping } from './stop-dialog.tsx'
import { promiseOf } from './words.ts'

/** Nominations of a document or matter, or all, as those see them who answer for what they are of. */
export function NominationsList({ of, empty }: { of: NominationsOf; empty: ReactNode }) {
  const { list, rows } = useNominations(of)
  return (
    <PagedList list={list} rows={rows} failure="Failed to load nominations" empty={empty} more="needed">
      <ul className={classes.list}>
        {rows?.map((one) => (
          <li key={one.id} className={classes.one}>
            <One nomination={one} ofOne={of.document !== undefined || of.matter !== undefined} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

function Place({ nomination: { document, matter, whole, documents, hidden } }: { nomination: Nomination }) {
  if (document)
    return (
      <Anchor component={Link} to={`/documents/${document.id}`}>
        {document.title}
      </Anchor>
    )
  const which = whole
    ? 'all documents of it when a nominee asks'
    : [...documents.map(({ title }) => title), hidden > 0 && `${hidden} that you cannot see`]
        .filter(Boolean)
        .join(', ')
  return (
    <>
      {matter ? (
        <Anchor component={Link} to={`/matters/${matter.id}`}>
          {matter.name}
        </Anchor>
      ) : (
        'A matter'
      )}
      : {which}
    </>
  )
}

/** Says where a nominee is: named, accepted, to confirm. */
function Answer({ nominee }: { nominee: Nomination['nominees'][number] }) {
  if (nominee.declinedAt) return <>declined</>
  if (!nominee.acceptedAt) return <>has not answered</>
  return nominee.confirmDue ? <>accepted, has not confirmed for a year</> : <>accepted</>
}

function One({ nomination, ofOne }: { nomination: Nomination; ofOne: boolean }) {
  const { id, can, nominees, releases, ended } = nomination
  const [act, setAct] = useState<Stopping | 'absences' | null>(null)
  const running = releases.filter(({ state }) => state === 'open' || state === 'waiting')
  const stop = running.every(({ rehearsal }) => rehearsal)
    ? ({ act: 'rehearsal', label: 'End rehearsal' } as const)
    : running.some(({ rehearsal, state }) => !rehearsal && state === 'open')
      ? ({ act: 'close', label: 'End access' } as const)
      : ({ act: 'veto', label: 'Veto' } as const)
  const agree = useMutation({
    mutationFn: async (askingId: string) => {
      await call('POST /api/nominations/:nominationId/agree', {
        params: { nominationId: id },
        body: { askingId },
      })
      toast.success('You agreed to the release')
      await refreshEverything()
    },
    onError: (error) => toast.error(messageOf(error)),
  })
  const close = () => setAct(null)
  return (
    <>
      <div className={classes.head}>
        <h3>{nominees.map(({ name }) => name).join(', ')}</h3>
        {releases[0] && <ReleaseState release={releases[0]} />}
      </div>
      <p className={classes.promise}>{promiseOf(nomination)}</p>
      <Facts>
        {!ofOne && (
          <Fact name="For">
            <Place nomination={nomination} />
          </Fact>
        )}
        {ofOne && !nomination.document && (
          <Fact name="Which documents">
            <Place nomination={nomination} />
          </Fact>
        )}
        {nomination.onBehalfOf && <Fact name="On behalf of">{nomination.onBehalfOf}</Fact>}
        <Fact name="Owner">{nomination.owner.name}</Fact>
        <Fact name="Nominees">
          <ul className={classes.people}>
            {nominees.map((nominee) => (
              <li key={nominee.id}>
                {nominee.name}, {nominee.email}: <Answer nominee={nominee} />
                {nominee.afterDays > 0 && ` · waits ${counted(nominee.afterDays, 'day')} longer`}
              </li>
            ))}
          </ul>
        </Fact>
      </Facts>
      {releases.map((release) => (
        <div key={release.id} className={classes.run}>
          {releases.length > 1 && <ReleaseState release={release} />}
          {release.askings.map((asking) => (
            <div key={asking.id}>
              <p>
                {asking.name} asked <When at={asking.at} />
              </p>
              <p className={classes.quote}>{asking.message}</p>
              <AskingTimes release={release} asking={asking} />
              {asking.evidence.map((document) => (
                <p key={document.id}>
                  <Anchor component={Link} to={`/documents/${document.id}`}>
                    {document.title}
                  </Anchor>
                </p>
              ))}
              {can.agree && !release.over && asking.lacks.includes('agreement') && !asking.agreedBy && (
                <Button
                  size="compact-sm"
                  variant="default"
                  mt="xs"
                  loading={agree.isPending}
                  onClick={() => agree.mutate(asking.id)}
                >
                  Agree to what {asking.name} asks for
                </Button>
              )}
            </div>
          ))}
        </div>
      ))}
      {ended && (
        <Text size="sm" c="dimmed" mt="sm">
          Ended by {ended.by} <When at={ended.at} />
        </Text>
      )}
      {(can.stop || can.edit) && (
        <Group mt="md" gap="xs">
          {can.stop && (
            <Button color="wax" onClick={() => setAct(stop.act)}>
              {stop.label}
            </Button>
          )}
          {can.edit && !can.stop && (
            <Button variant="default" onClick={() => setAct('absences')}>
              Absences
            </Button>
          )}
          {can.edit && (
            <Button variant="subtle" onClick={() => setAct('end')}>
              End nomination
            </Button>
          )}
        </Group>
      )}
      {act === 'absences' && <AbsencesDialog nomination={nomination} onClose={close} />}
      {act && act !== 'absences' && <StopDialog nominationId={id} act={act} onClose={close} />}
    </>
  )
}
