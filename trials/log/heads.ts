import { openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { verifierOf } from '@deedbox/proof/cosignature.ts'
import { rootOf } from '@deedbox/proof/merkle.ts'
import { pino } from 'pino'
import { openDatabase } from '../../server/src/db/client.ts'
import { checkLog } from '../../server/src/insight/log/check.ts'

/** Place of a Deedbox: its data folder, and its database where that is not in there. */
export interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

/** Log as one database has it. */
interface Collected {
  origin: string
  leaves: Uint8Array[]
  /** Roots of its signed heads, in hex, by size. */
  heads: Map<number, string>
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Reads every log of a database that no server uses, with heads whose signatures are right, and what its check finds. */
export async function collectHeads(place: Place): Promise<{ logs: Collected[]; problems: string[] }> {
  const database = await openDatabase({ ...place, logger: pino({ level: 'silent' }) })
  try {
    const { problems } = await checkLog(database, null)
    const { rows } = await database.query<{ origin: string; verifierKey: string }>(
      'select origin, verifier_key as "verifierKey" from log_origins',
    )
    const logs: Collected[] = []
    for (const { origin, verifierKey } of rows) {
      const leaves = await database.query<{ hash: Uint8Array }>(
        'select hash from log_leaves where origin = $1 order by "index"',
        [origin],
      )
      const notes = await database.query<{ note: string }>(
        'select note from log_checkpoints where origin = $1',
        [origin],
      )
      const heads = notes.rows.map(({ note }) => openCheckpoint(note, verifierOf(verifierKey)))
      logs.push({
        origin,
        leaves: leaves.rows.map(({ hash }) => new Uint8Array(hash)),
        heads: new Map(heads.map(({ size, root }) => [size, hex(root)])),
      })
    }
    return { logs, problems }
  } finally {
    await database.close()
  }
}

/**
 * Names heads of one origin that disagree: all must be beginnings of one history, the longest that any database has.
 * @param seen heads that strangers read, in hex, by origin and size
 */
export function disagreements(logs: readonly Collected[], seen: ReadonlyMap<string, string>): string[] {
  const longest = new Map<string, Uint8Array[]>()
  for (const { origin, leaves } of logs)
    if (leaves.length >= (longest.get(origin)?.length ?? 0)) longest.set(origin, leaves)
  const all = [
    ...logs.flatMap(({ origin, heads }) => [...heads].map(([size, root]) => ({ origin, size, root }))),
    ...[...seen].map(([name, root]) => {
      const [origin = '', size] = name.split(' ')
      return { origin, size: Number(size), root }
    }),
  ]
  return all
    .filter(({ origin, size, root }) => {
      const leaves = longest.get(origin) ?? []
      return size > leaves.length || hex(rootOf(leaves.slice(0, size))) !== root
    })
    .map(({ origin, size }) => `The head of ${origin} at ${size} is not a beginning of its history.`)
}
