import pg from 'pg'
import { withoutIndexes } from './indexes.ts'
import { emailOf, largeOrganisation } from './rows.ts'

/** Number of matters at most: as many as documents up to here, then each has several documents. */
const mostMatters = 100_000
/** The matter whose page is measured: with its parties, dates and documents. */
export const oneMatter = '00000000-0000-4000-8000-0000000000a1'

/**
 * Returns as SQL: matters of every kind, a tenth of one organisation and each 40th of the measured trustee, with eight roles of three parties each,
 * two dates, the documents spread over them, and the death of a party of each tenth.
 */
const practice = (matters: number) => `
set session_replication_role = replica;
create temp table matter_numbers as
  select n, hashint4(n) & 2147483647 as h, case n when 1 then '${oneMatter}'::uuid else gen_random_uuid() end as id from generate_series(1, ${matters}) n;
insert into matters (id, name, kind, reference, governing_law, status, responsible_id, organization_id, created_at, updated_at)
select id, (array['Nguyen', 'Smith', 'O''Brien', 'Papadopoulos', 'Jones', 'Kelly', 'Rossi', 'Williams', 'Chen', 'Murray'])[1 + h % 10]
    || case when n % (${matters} / 5) = 1 then ' Wattlebird' else '' end || ' Family Trust ' || n,
  (array['family_trust', 'family_trust', 'unit_trust', 'estate', 'estate', 'super_fund', 'company', 'person'])[1 + h / 10 % 8], '2026/' || n,
  (array['NSW', 'VIC', 'QLD', 'WA'])[1 + h / 80 % 4], case when h / 320 % 20 = 0 then 'vested' when h / 320 % 5 = 1 then 'closed' else 'open' end,
  (select user_id from profiles where email = case n % 40 when 0 then '${emailOf('trustee')}' else 'trustee' || n % 40 || '@practice.example' end),
  case when n % 10 = 1 then '${largeOrganisation}'::uuid end, now() - n * interval '1 minute', now()
from matter_numbers;
create temp table party_numbers as
  select n, each, gen_random_uuid() as id from matter_numbers, generate_series(1, 3) each;
analyze matter_numbers, party_numbers;
insert into parties (id, kind, name, acn, created_at, updated_at)
select id, case each when 1 then 'company' else 'person' end, case each when 1 then 'Custodians ' || n || ' Pty Ltd' else 'Person ' || n || ' ' || each end,
  case each when 1 then lpad(n::text, 9, '0') else '' end, now(), now()
from party_numbers;
insert into matter_roles (matter_id, party_id, role, nature, from_day, until_day, recorded_at, recorded_by)
select m.id, p.id, r.role, case r.role when 'beneficiary' then 'named' end, date '1984-03-12' + r.place * 1000, case r.place when 2 then date '2001-05-03' end,
  now(), (select user_id from profiles where email = '${emailOf('trustee')}')
from matter_numbers m join party_numbers p using (n) join (values (1, 1, 'trustee'), (2, 2, 'trustee'), (3, 2, 'appointor'), (4, 3, 'settlor'),
  (5, 2, 'beneficiary'), (6, 3, 'beneficiary'), (7, 3, 'accountant'), (8, 1, 'witness')) r (place, each, role) on r.each = p.each;
insert into due_dates (matter_id, kind, title, due_on, first_on, remind_days, status, settled_at, settled_by_name, created_at, updated_at)
select id, k.kind, k.title, day, day, '{30,7}', case when day < current_date then 'done' else 'open' end, case when day < current_date then now() end,
  case when day < current_date then 'Trustee' end, now(), now()
from matter_numbers cross join (values (0, 'review', 'Review of the trust'), (1, 'lodgement', 'Return of the trust')) k (place, kind, title),
lateral (select current_date - 300 + (h / 7 + k.place * 331) % 1500 as day) d;
insert into due_date_people (due_date_id, user_id)
select d.id, m.responsible_id from due_dates d join matters m on m.id = d.matter_id where m.responsible_id is not null;
with numbered as (select id, row_number() over (order by created_at, id) as place from documents where deleted_at is null)
update documents d set matter_id = m.id from numbered join matter_numbers m on m.n = 1 + (numbered.place - 1) % ${matters} where numbered.id = d.id;
analyze matter_roles, documents;
update matter_roles r set from_document = d.id, from_by = p.id
from (select distinct on (matter_id) matter_id, id from documents where matter_id is not null order by matter_id, created_at) d
join matter_numbers m on m.id = d.matter_id join party_numbers p on p.n = m.n and p.each = 3
where r.matter_id = m.id and r.role in ('trustee', 'appointor');
insert into party_deaths (party_id, died_on, recorded_at, recorded_by)
select id, date '2019-01-01', now(), (select user_id from profiles where email = '${emailOf('trustee')}') from party_numbers where each = 3 and n % 10 = 1;
set session_replication_role = default`

/** Gives matters to a practice, also to one that was kept from before there were any. */
export async function giveMatters(databaseUrl: string, documents: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from matters limit 1')
    if (rowCount) return
    await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '128MB'`)
    await withoutIndexes(client, ['documents'], async () => {
      await client.query(practice(Math.min(documents, mostMatters)))
      // The room of changed rows would be read with the others.
      await client.query('vacuum full documents')
    })
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
