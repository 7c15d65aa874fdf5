import type pg from 'pg'

/** Fills tables while they have neither indexes nor constraints, because keeping ten indexes up to date takes hours, and then makes them again. */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<unknown>,
): Promise<void> {
  const of = `any('{${tables.map((name) => `public.${name}`)}}'::regclass[])`
  const { rows: constraints } = await client.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype in ('p', 'u', 'f') and (conrelid = ${of} or confrelid = ${of})
    order by contype = 'f' desc`)
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make from pg_index
    where indrelid = ${of} and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`)
  const both = [...constraints, ...indexes]
  for (const { drop } of both) await client.query(drop)
  await fill()
  for (const { make } of both.reverse()) await client.query(make)
}
