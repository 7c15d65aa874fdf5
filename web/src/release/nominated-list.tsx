import { whosePapers } from '@deedbox/contract/release-words.ts'
import { Anchor, Button, Group, Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { addressOf, call, messageOf } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { sendRaw } from '../lib/send-raw.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { EvidenceButton } from './evidence-button.tsx'
import { type Nominated, useNominated } from './queries.ts'
import classes from './release.module.css'
import { AskingTimes, ReleaseState } from './state.tsx'
import { promiseTo } from './words.ts'

/** Nominations that name the reader as a nominee. They see whose papers they are and the terms, and nothing of the papers until access begins. */
export function NominatedList() {
  const { data, error, refetch } = useNominated()
  if (error && !data)
    return <ErrorState title="Failed to load what you were named for" error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  if (data.length === 0)
    return (
      <EmptyState icon={IconUsersGroup} title="Nobody has named you as a nominee">
        When somebody does, you accept it here. If they die or cannot act, you ask here for access to their
        papers.
      </EmptyState>
    )
  return (
    <ul className={classes.list}>
      {data.map((one) => (
        <li key={one.id} className={classes.one}>
          <One nominated={one} />
        </li>
      ))}
    </ul>
  )
}

const words = {
  accept: { told: 'You are a nominee now' },
  confirm: { told: 'Confirmed' },
  withdraw: { told: 'Taken back' },
  decline: { told: 'You are not a nominee of this' },
} as const
type Act = keyof typeof words

async function answer(nomineeId: string, act: Act): Promise<void> {
  const params = { nomineeId }
  if (act === 'accept') await call('POST /api/nominated/:nomineeId/accept', { params })
  else if (act === 'confirm') await call('POST /api/nominated/:nomineeId/confirm', { params })
  else if (act === 'withdraw') await call('POST /api/nominated/:nomineeId/withdraw', { params })
  else await call('POST /api/nominated/:nomineeId/decline', { params })
  toast.success(words[act].told)
  await refreshEverything()
}

function One({ nominated }: { nominated: Nominated }) {
  const { id, ownerName, can, asked, ended } = nominated
  const whose = whosePapers(nominated)
  const [asking, setAsking] = useState(false)
  const [confirming, setConfirming] = useState<'decline' | 'withdraw' | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (act: Act) => answer(id, act),
    onError: (error) => toast.error(messageOf(error)),
  })
  return (
    <>
      <div className={classes.head}>
        <h3>Papers of {whose}</h3>
        {asked && <ReleaseState release={asked.release} />}
      </div>
      <p className={classes.promise}>{promiseTo(nominated)}</p>
      <Facts>
        {whose !== ownerName && <Fact name="Kept by">{ownerName}</Fact>}
        <Fact name={nominated.acceptedAt ? 'Accepted' : 'Named'}>
          <When at={nominated.acceptedAt ?? nominated.namedAt} />
        </Fact>
      </Facts>
      {asked && (
        <div className={classes.run}>
          <p>
            You asked <When at={asked.asking.at} />
            {asked.release.rehearsal && ', as a rehearsal'}
          </p>
          <AskingTimes release={asked.release} asking={asked.asking} />
          {asked.documents.map(({ id: documentId, title }) => (
            <p key={documentId}>
              <Anchor component={Link} to={`/documents/${documentId}`}>
                {title}
              </Anchor>
            </p>
          ))}
        </div>
      )}
      {ended && <p className={classes.small}>This nomination has ended.</p>}
      <Group mt="md" gap="xs">
        {can.answer && (
          <Button loading={isPending} onClick={() => mutate('accept')}>
            Accept
          </Button>
        )}
        {nominated.confirmDue && can.confirm && (
          <Button loading={isPending} onClick={() => mutate('confirm')}>
            I am still there
          </Button>
        )}
        {can.ask && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Ask for access
          </Button>
        )}
        {can.bringEvidence && <Evidence nomineeId={id} />}
        {can.withdraw && (
          <Button variant="default" onClick={() => setConfirming('withdraw')}>
            Take back
          </Button>
        )}
        {!ended && !nominated.declinedAt && !can.withdraw && (
          <Button variant="subtle" onClick={() => setConfirming('decline')}>
            {nominated.acceptedAt ? 'Stop being a nominee' : 'Decline'}
          </Button>
        )}
      </Group>
      {asking && <AskDialog nominated={nominated} onClose={() => setAsking(false)} />}
      {confirming && (
        <ConfirmDialog
          title={
            confirming === 'withdraw'
              ? `Take back what you asked of ${whose}’s papers?`
              : nominated.acceptedAt
                ? `Stop being a nominee for papers of ${whose}?`
                : `Decline to be a nominee for papers of ${whose}?`
          }
          confirm={
            confirming === 'withdraw'
              ? 'Take back'
              : nominated.acceptedAt
                ? 'Stop being a nominee'
                : 'Decline'
          }
          failure="Failed to record it"
          act={() => answer(id, confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  )
}

/** Chooses a file and brings it as evidence. */
function Evidence({ nomineeId }: { nomineeId: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File) => {
      const input = { params: { nomineeId }, query: { fileName: file.name } }
      const type = file.type || 'application/octet-stream'
      await sendRaw(addressOf('POST /api/nominated/:nomineeId/evidence', input), file, type)
      toast.success('Evidence sent')
      await refreshEverything()
    },
    onError: (error) => toast.error(messageOf(error)),
  })
  return <EvidenceButton busy={isPending} onFile={mutate} />
}
