import { countText } from '@deedbox/contract/counts.ts'
import type { Keys as KeysAnswer } from '@deedbox/contract/keys.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Button, Progress, Skeleton, Text } from '@mantine/core'
import { IconKey, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { usePassed } from '../lib/use-passed.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { Escrow } from './escrow.tsx'
import { type Fact, FactList } from './fact-list.tsx'
import { OneDocument } from './one-document.tsx'
import classes from './system.module.css'

const keysQuery = ['system', 'keys']
const refresh = () => queryClient.invalidateQueries({ queryKey: keysQuery })

/** The master key: where it is, how it is replaced, and how far that is. */
export function Keys() {
  const { data, error, refetch } = useQuery({
    queryKey: keysQuery,
    queryFn: ({ signal }) => call('GET /api/keys', { signal }),
    refetchInterval: ({ state }) => (isRotating(state.data) ? 1_500 : 30_000),
  })
  if (error && !data) return <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={240} />
  return (
    <>
      <section className={classes.section} aria-labelledby="master-key">
        <h2 id="master-key">Master key</h2>
        <FactList facts={factsOf(data)} />
        <Rotation keys={data} />
      </section>
      <Escrow keys={data} onDone={refresh} />
      <OneDocument />
    </>
  )
}

const isRotating = (keys: KeysAnswer | undefined) => Boolean(keys?.rotation && !keys.rotation.settledAt)

const places: Record<KeysAnswer['place'], string> = {
  file: 'The file master.key in the data folder',
  environment: 'MASTER_KEY, outside of the data folder',
  kms: 'The database, encrypted by a key of AWS KMS',
}

const factsOf = ({ place, kmsKey, masterKey, older }: KeysAnswer): Fact[] => [
  ['Fingerprint', <code key="id">{masterKey.id}</code>],
  ['In use since', <When key="since" at={masterKey.firstSeenAt} />],
  ['Kept in', places[place]],
  ...(kmsKey === null ? [] : [['Key of AWS KMS', <code key="kms">{kmsKey}</code>] satisfies Fact]),
  [
    'Older keys',
    older.length === 0 ? 'None' : <code key="older">{older.map(({ id }) => id).join(', ')}</code>,
  ],
]

function Rotation({ keys: { place, rotation } }: { keys: KeysAnswer }) {
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null)
  const removable = usePassed(rotation?.olderRemovableFrom ?? null)
  return (
    <>
      {rotation && !rotation.settledAt && <Under rotation={rotation} />}
      {rotation?.settledAt && (
        <Alert color="eucalyptus" my="md" icon={<IconShieldCheck />} title="Everything is under the new key">
          {place !== 'file'
            ? 'Nothing needs the older key any more. Take it out of MASTER_KEY when you next restart Deedbox; backups bring the keys that they need.'
            : removable
              ? 'Nothing needs the older key any more, and it may be removed.'
              : 'The older key stays for a day, for uploads that began before.'}
        </Alert>
      )}
      {place !== 'file' ? (
        <Text my="md">
          To replace it, put a new key, or the name of a key of AWS KMS that was not used here, in front of
          MASTER_KEY, with a space in between, and restart Deedbox. On several servers first put it behind the
          old one everywhere.
        </Text>
      ) : (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconKey size={16} aria-hidden="true" />}
            onClick={() => setAsked('rotate')}
          >
            Replace the master key
          </Button>
          {removable && (
            <Button variant="default" onClick={() => setAsked('remove')}>
              Remove the older key
            </Button>
          )}
        </div>
      )}
      {asked === 'rotate' && (
        <ConfirmDialog
          title="Replace the master key?"
          confirm="Replace the master key"
          failure={screen.rotateKey}
          onClose={() => setAsked(null)}
          act={() => call('POST /api/keys/rotation').then(refresh)}
        >
          A new key is made in the data folder, and everything is put under it while people go on working;
          nobody is signed out. Afterwards copy the file master.key to where you keep its copy, apart from the
          backups: the copy that you have now does not open what comes from now on.
        </ConfirmDialog>
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title="Remove the older master key?"
          confirm="Remove the older key"
          destructive
          failure={screen.removeKey}
          onClose={() => setAsked(null)}
          act={() => call('DELETE /api/keys/older').then(refresh)}
        >
          Nothing here needs it. Backups bring the keys that they need; a copy of the database that was made
          otherwise before the key was replaced can no longer be read without it.
        </ConfirmDialog>
      )}
    </>
  )
}

function Under({ rotation: { rewrapped, toRewrap } }: { rotation: NonNullable<KeysAnswer['rotation']> }) {
  const percent = toRewrap ? Math.min(100, Math.floor((rewrapped / toRewrap) * 100)) : 0
  return (
    <div className={classes.progress}>
      <Text role="status" size="sm">
        {toRewrap === null
          ? 'Putting everything under the new key…'
          : `Putting everything under the new key: ${countText(rewrapped)} of ${countText(toRewrap)}…`}
      </Text>
      <Progress value={percent} aria-label="Put under the new key" />
    </div>
  )
}
