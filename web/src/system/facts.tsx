import { counted, countText } from '@deedbox/contract/counts.ts'
import { storageSize } from '@deedbox/contract/sizes.ts'
import { Skeleton } from '@mantine/core'
import type { Answer } from '../lib/api.ts'
import { Card } from '../ui/card.tsx'
import { When } from '../ui/when.tsx'
import { type Fact, FactList } from './fact-list.tsx'
import { Switches } from './switches.tsx'
import classes from './system.module.css'

export type System = Answer<'GET /api/system'>

/** Writes '1,200 of 1,250; 3 could not be read'. */
function searchedText(documents: number, { toRead, toReadIsMore, unreadable }: System['words']): string {
  const progress = toReadIsMore
    ? `More than ${countText(toRead)} of ${countText(documents)} still to be read`
    : `${countText(Math.max(0, documents - toRead))} of ${countText(documents)}`
  return unreadable > 0 ? `${progress}; ${countText(unreadable)} could not be read` : progress
}

const cards: { title: string; facts: (system: System) => Fact[] }[] = [
  {
    title: 'Deedbox',
    facts: ({ version, startedAt, online }) => [
      ['Version', version],
      ['Started', <When key="started" at={startedAt} />],
      [
        `In use in the last ${online.minutes} minutes`,
        `${counted(online.people, 'person', 'people')}, ${counted(online.sessions, 'session')}`,
      ],
    ],
  },
  {
    title: 'Database',
    facts: ({ database }) => [
      ['Kind', database.kind === 'embedded' ? 'Embedded (PGlite)' : 'PostgreSQL server'],
      ['PostgreSQL version', database.version],
      ['Size', storageSize(database.bytes)],
      [
        'Audit trail',
        database.auditTrail === 'protected'
          ? 'Protected: this server cannot remove its safeguards'
          : 'Append-only; this server owns its tables',
      ],
    ],
  },
  {
    title: 'Storage',
    facts: ({ storage, words, freeBytes }) => [
      ['Kind', storage.kind === 'folder' ? 'Folder' : 'S3'],
      ['Where', <code key="where">{storage.place.replace(/^(folder|bucket) /, '')}</code>],
      ['In use', `${storageSize(storage.bytes)} in ${counted(storage.documents, 'document')}`],
      ['Text of documents searched', searchedText(storage.documents, words)],
      [
        'Free space on this machine',
        freeBytes === null ? 'Not known: the data is on other machines' : storageSize(freeBytes),
      ],
    ],
  },
  {
    title: 'Email',
    facts: ({ mail }) => [
      ['Sent through', mail.kind === 'smtp' ? 'SMTP server' : 'Nothing yet: kept in the local mailbox'],
      ['Waiting', countText(mail.waiting)],
      [
        'Oldest waiting',
        mail.oldestWaitingAt ? <When key="oldest" at={mail.oldestWaitingAt} /> : 'None is waiting',
      ],
      ['Failed', countText(mail.failed)],
    ],
  },
  {
    title: 'Master key',
    facts: ({ masterKey }) => [
      ['Fingerprint', <code key="id">{masterKey.id}</code>],
      ['In use since', <When key="since" at={masterKey.firstSeenAt} />],
      ['Older keys', masterKey.older === 0 ? 'None' : `${masterKey.older}, for documents from before`],
    ],
  },
]

/** Facts of the running deployment in cards; only their names while it loads. */
export function Facts({ system }: { system: System | undefined }) {
  return (
    <div className={classes.cards} aria-busy={system === undefined}>
      {cards.map(({ title, facts }) => (
        <Card key={title} title={title}>
          {system ? <FactList facts={facts(system)} /> : <Skeleton height={96} />}
        </Card>
      ))}
      <Card title="Switches">{system ? <Switches {...system.settings} /> : <Skeleton height={96} />}</Card>
    </div>
  )
}
