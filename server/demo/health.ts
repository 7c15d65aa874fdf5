import { sql } from 'drizzle-orm'
import { healthSamples } from '../src/db/tables/system.ts'
import type { Stage } from './stage.ts'

/** Records thirty days of checks: all well, but for a morning without the mail server and an evening of slow storage. */
export async function recordMonth({ services }: Stage): Promise<void> {
  const { db } = services.database
  await db.delete(healthSamples)
  await db.execute(sql`
    insert into ${healthSamples} ("check", at, state, ms, message)
    select name, date_trunc('milliseconds', now()) - n * interval '5 minutes',
      case when mail_away then 'bad' when disk_low then 'warning' else 'good' end,
      usual + (n * 7 + usual) % 5,
      case when mail_away then 'The mail server does not answer (ETIMEDOUT). Check that it runs, and SMTP_URL. Emails wait and are sent later.'
        when disk_low then '870.0 MB are free. Below 128.0 MB no files are accepted.' else '' end
    from generate_series(1, 288 * 30) n,
      (values ('database', 1), ('storage', 9), ('mail', 24), ('jobs', 3), ('clock', 1), ('disk', 0)) as part(name, usual),
      lateral (select name = 'mail' and n between 3500 and 3529 as mail_away,
        name = 'disk' and n between 5900 and 5990 as disk_low) as trouble
    on conflict do nothing`)
}
