import type { Database } from '../../db/client.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'

/** Notes the first time that a master key is in use here: its age then is known. */
export async function noteMasterKey({ query }: Database, { currentId }: Keyring): Promise<void> {
  await query('insert into master_keys (id, first_seen_at) values ($1, now()) on conflict do nothing', [
    currentId,
  ])
}
