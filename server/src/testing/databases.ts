/* Lists which of the server's tests over HTTP run on the embedded database too (ADR 50). All run on PostgreSQL. */

const files = (paths: string[]) => paths.map((path) => `server/src/${path}.test.ts`)

/** Tests of what can differ between the two; each promise of the embedded one alone has its test here or in `db`. */
export const onEmbedded = files([
  // Start, crash, a database or a disk that is away.
  ...['start', 'documents/store/{no-room,stopped}', 'operations/folder-import/killed', 'kernel/http/away'],
  // Snapshots, locks, notifications; the order of texts, and what is measured of a database.
  ...[
    'kernel/context/snapshot',
    'documents/lists/any-list',
    'sharing/grants/share-many',
    'operations/live/live',
  ],
  'operations/system/metrics',
  // The command that asks the server for a copy. Copies themselves go from one kind of database to the other on PostgreSQL's run.
  'operations/backup/schedule/control',
  // One walk through every route as every role.
  'kernel/http/refused',
])
