/**
 * Commands of an installed Deedbox: `deedbox NAME` runs that entry of the built server. Those with an entry in server/rolldown.config.ts are
 * packaged.
 */
export const commands = [
  { name: 'start', entry: 'main', what: 'serves, until SIGTERM' },
  {
    name: 'migrate',
    entry: 'migrate',
    what: 'updates a PostgreSQL database as its owner (MIGRATE_DATABASE_URL)',
  },
  { name: 'backup', entry: 'backup', what: 'makes a backup: --to PLACE' },
  { name: 'restore', entry: 'restore', what: 'builds a deployment from a backup: --from PLACE [--at TIME]' },
  { name: 'verify', entry: 'verify', what: 'checks a backup without restoring it: --from PLACE' },
  {
    name: 'log',
    entry: 'log',
    what: 'begins a new log (continue), or says that the data folder was moved (moved)',
  },
  {
    name: 'keys',
    entry: 'keys',
    what: 'replaces the master key (rotate), or puts parts of it together (recover)',
  },
  {
    name: 'witness',
    entry: 'witness',
    what: 'cosigns the heads of logs: --folder FOLDER --name NAME --log KEY',
  },
  { name: 'verify-log', entry: 'verify-log', what: 'checks the log of the audit trail' },
  { name: 'import', entry: 'import', what: 'stores the files of a folder: FOLDER --owner EMAIL' },
]

/** Programs that the server starts by itself: as a thread, to draw pages, or to make a database. */
export const helpers = ['database-builder', 'database-watchdog', 'rendering-worker']
