import type { Database } from '../../db/client.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'
import { StartFault } from '../../platform/errors.ts'

const another =
  'The documents of this deployment are encrypted under another master key. Put back the file master.key of its ' +
  'data folder, or the MASTER_KEY, that it had. Nothing was changed.'

/**
 * Checks that the master keys that are needed are there, before a start writes anything: it only reads, and knows the tables of every version.
 * `keyring` null: there is no key yet, and one may be made where none was ever used.
 * @throws StartFault when the newest content, or a secret that the database keeps, is under another key
 */
export async function checkKeyring(
  database: Pick<Database, 'query'>,
  keyring: Pick<Keyring, 'masterKeys'> | null,
): Promise<void> {
  for (const needed of await neededKeys(database))
    if (!keyring?.masterKeys.has(needed)) throw new StartFault(another)
}

async function neededKeys({ query }: Pick<Database, 'query'>): Promise<string[]> {
  const { rows: there } = await query<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.oid in (to_regclass('public.documents'), to_regclass('public.kept_secrets'))`,
  )
  const needed: string[] = []
  const ask = async (sql: string) => {
    const { rows } = await query<{ id: string }>(sql)
    needed.push(...rows.map(({ id }) => id))
  }
  if (there.some(({ name }) => name === 'documents')) {
    // Reads are two, each from the start of an index.
    await ask(
      'select master_key_id as id from documents where deleted_at is null order by created_at desc, id desc limit 1',
    )
    await ask(
      `select master_key_id as id from documents where deleted_at is not null and content_removed_at is null
       order by deleted_at desc, id desc limit 1`,
    )
  }
  if (there.some(({ name }) => name === 'kept_secrets'))
    await ask(`select distinct split_part(sealed, '.', 1) as id from kept_secrets`)
  return needed
}
