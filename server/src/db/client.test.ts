import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hourMs } from '@deedbox/contract/durations.ts'
import { eq, relations, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withNewDatabase } from '../testing/database.ts'
import { startPostgres } from '../testing/postgres.ts'
import { troubleOf } from './away.ts'
import { type Database, openDatabase } from './client.ts'

const boxes = pgTable('boxes', {
  id: serial('id').primaryKey(),
  label: text('label').notNull().unique(),
  size: bigint('size', { mode: 'number' }).notNull().default(5_000_000_000),
  made: timestamp('made', { withTimezone: true }).notNull().defaultNow(),
})
const deeds = pgTable('deeds', {
  id: serial('id').primaryKey(),
  boxId: integer('box_id').references(() => boxes.id),
  name: text('name').notNull(),
})
const boxRelations = relations(boxes, ({ many }) => ({ deeds: many(deeds) }))
const deedRelations = relations(deeds, ({ one }) => ({
  box: one(boxes, { fields: [deeds.boxId], references: [boxes.id] }),
}))
const schema = { boxes, deeds, boxRelations, deedRelations }

const logger = pino({ level: 'silent' })
const postgres = await startPostgres()
afterAll(() => postgres?.stop())

describe.each(['pglite', 'postgres'] as const)('on %s', (kind) => {
  const skipped = kind === 'postgres' && !postgres
  const dataDir = withNewDatabase(fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-client-')))
  let database: Database<typeof schema>

  beforeAll(async () => {
    if (skipped) return
    const databaseUrl = kind === 'postgres' ? await postgres?.createDatabase() : undefined
    database = await openDatabase({ databaseUrl, dataDir, logger, schema })
    await database.exec(`create table boxes (id serial primary key, label text not null unique,
        size bigint not null default 5000000000, made timestamptz not null default now());
      create table deeds (id serial primary key, box_id integer references boxes (id), name text not null)`)
  })
  afterAll(async () => {
    if (!skipped) await database.close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    if (!skipped) await database.exec('truncate boxes, deeds restart identity')
  })

  const labels = async () =>
    (await database.db.select().from(boxes).orderBy(boxes.label)).map((box) => box.label)

  test.skipIf(skipped)('values come as the same types from either database', async () => {
    const { db, query } = database
    await db.insert(boxes).values({ label: 'tin' })
    const raw = `select size, made, made::date as day, count(*) over () as many, '\\x0102'::bytea as bytes,
      '{"a": [1]}'::jsonb as json, array['x', 'y'] as texts, 1.50::numeric as price, 2::float8 as ratio from boxes`
    const { rows } = await query<Record<string, unknown>>(raw, [], { name: 'types' })
    expect(rows[0]).toMatchObject({
      size: 5_000_000_000,
      made: expect.any(Date),
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      many: 1,
      json: { a: [1] },
      texts: ['x', 'y'],
      price: '1.50',
      ratio: 2,
    })
    expect(rows[0]?.bytes).toEqual(Buffer.from([1, 2]))
    const [box] = await db.select().from(boxes)
    expect(box).toMatchObject({ size: 5_000_000_000, made: rows[0]?.made })
    expect(Math.abs(Number(box?.made) - Date.now())).toBeLessThan(hourMs) // a wrong zone would be hours off
  })

  test.skipIf(skipped)('a named statement is prepared once and takes new values each time', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7]) {
      const { rows } = await database.query<{ n: number }>('select $1::int * 2 as n', [n], { name: 'double' })
      expect(rows).toEqual([{ n: n * 2 }])
    }
  })

  test.skipIf(skipped)('a named statement that fails leaves itself and the database usable', async () => {
    const divide = (by: unknown) =>
      database.query('select 12 / $1::int as n, $2::text[] as list', [by, ['a', null]], { name: 'divide' })
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect((await divide(3)).rows).toEqual([{ n: 4, list: ['a', null] }])
    expect((await divide(null)).rows).toEqual([{ n: null, list: ['a', null] }])
    await expect(database.query('select 1', [], { name: 'divide' })).rejects.toThrow()
    await expect(database.query('selec', [], { name: 'wrong' })).rejects.toMatchObject({ code: '42601' })
    await expect(database.transaction(() => divide(0))).rejects.toMatchObject({ code: '22012' })
    expect((await database.query('select 1 as one', [], { name: 'wrong' })).rows).toEqual([{ one: 1 }])
  })

  test.skipIf(skipped)('a named statement in a transaction sees and shares its work', async () => {
    const insert = (label: string) =>
      database.query('insert into boxes (label) values ($1) returning id', [label], { name: 'insert_label' })
    await insert('kept')
    await expect(
      database.transaction(async (tx) => {
        await insert('lost')
        expect(await tx.$count(boxes)).toBe(2)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await labels()).toEqual(['kept'])
  })

  test.skipIf(skipped)('every kind of query works inside and outside a transaction', async () => {
    const { db } = database
    const all = async (
      d: Pick<
        typeof db,
        'insert' | 'update' | 'delete' | 'select' | 'execute' | 'query' | '$count' | '$with' | 'with'
      >,
    ) => {
      const [box] = await d.insert(boxes).values({ label: 'tin' }).returning()
      await d.insert(deeds).values({ boxId: box?.id, name: 'will' })
      expect(await d.query.boxes.findFirst({ with: { deeds: true } })).toMatchObject({
        label: 'tin',
        deeds: [{ name: 'will' }],
      })
      await d.update(deeds).set({ name: 'lease' })
      const named = d.$with('named').as(d.select().from(deeds).where(eq(deeds.name, 'lease')))
      expect(await d.with(named).select().from(named)).toHaveLength(1)
      expect((await d.execute<{ n: number }>(sql`select count(*) as n from deeds`)).rows).toEqual([{ n: 1 }])
      expect((await d.execute(sql`update deeds set name = 'deed'`)).rowCount).toBe(1)
      await d.delete(deeds)
      expect(await d.$count(deeds)).toBe(0)
      await d.delete(boxes)
    }
    await all(db)
    await database.transaction(all)
    await database.transaction(() => all(db))
    expect(Object.keys(db._.fullSchema)).toEqual(Object.keys(schema))
  })

  test.skipIf(skipped)(
    'what a library writes through db joins the transaction and is rolled back with it',
    async () => {
      const library = async (label: string) => {
        await database.db.transaction(async (tx) => {
          await tx.insert(boxes).values({ label })
        })
        await database.query('insert into deeds (name) values ($1)', [label])
      }
      await database.transaction(async (tx) => {
        await tx.insert(boxes).values({ label: 'ours' })
        await library('theirs')
        expect(await labels()).toEqual(['ours', 'theirs'])
      })
      const undone = database.transaction(async (tx) => {
        await tx.insert(boxes).values({ label: 'ours too' })
        await library('theirs too')
        throw new Error('changed our mind')
      })
      await expect(undone).rejects.toThrow('changed our mind')
      expect(await labels()).toEqual(['ours', 'theirs'])
      expect(await database.db.$count(deeds)).toBe(1)
    },
  )

  test.skipIf(skipped)('a prepared query built outside a transaction joins the one it runs in', async () => {
    const insert = database.db
      .insert(boxes)
      .values({ label: sql.placeholder('label') })
      .prepare('insert_box')
    await expect(
      database.transaction(async () => {
        await insert.execute({ label: 'tin' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await insert.execute({ label: 'oak' })
    expect(await labels()).toEqual(['oak'])
  })

  test.skipIf(skipped)(
    'a joined part that fails rolls back the whole, even when its error is caught',
    async () => {
      const whole = database.transaction(async (tx) => {
        await tx.insert(boxes).values({ label: 'first half' })
        await database
          .transaction(async () => {
            throw new Error('second half')
          })
          .catch(() => undefined)
      })
      await expect(whole).rejects.toThrow('second half')
      expect(await labels()).toEqual([])
    },
  )

  test.skipIf(skipped)('a transaction with a failed statement does not count as committed', async () => {
    const whole = database.transaction(async (tx) => {
      await tx.insert(boxes).values({ label: 'tin' })
      await tx.execute(sql`select 1 / 0`).catch(() => undefined)
    })
    await expect(whole).rejects.toThrow()
    expect(await labels()).toEqual([])
    await database.check()
  })

  test.skipIf(skipped)(
    'a full database is known as such, also when its error was caught or has another code',
    async () => {
      for (const [code, message] of [
        ['53100', 'full'],
        ['58030', 'could not write to file: No space left on device'],
      ]) {
        const full = `do $$ begin raise exception '${message}' using errcode = '${code}'; end $$`
        const swallowed = () =>
          database.transaction(async () => {
            await database.exec(full).catch(() => undefined)
          })
        // The embedded database says it itself, before it is full.
        for (const failing of kind === 'postgres'
          ? [() => database.exec(full), swallowed]
          : [() => database.exec(full)])
          expect(
            await failing().then(
              () => null,
              (error: unknown) => troubleOf(error),
            ),
          ).toBe('full')
      }
    },
  )

  test.skipIf(skipped)('transactions of different requests do not see each other', async () => {
    const request = (label: string, fails: boolean) =>
      database.transaction(async (tx) => {
        await tx.insert(boxes).values({ label })
        const { rows } = await database.query<{ label: string }>(
          'select label from boxes where xmin = pg_current_xact_id()::xid',
        )
        expect(rows).toEqual([{ label }])
        if (fails) throw new Error(label)
      })
    const names = Array.from({ length: 20 }, (_, n) => `box ${n}`)
    const ended = await Promise.allSettled(names.map((label, n) => request(label, n % 2 === 1)))
    expect(ended.filter((end) => end.status === 'rejected').map((end) => end.reason.message)).toEqual(
      names.filter((_, n) => n % 2 === 1),
    )
    expect(await labels()).toEqual(names.filter((_, n) => n % 2 === 0).sort())
  })

  test.skipIf(skipped)('statements sent together in a transaction all join it', async () => {
    await database.transaction(async (tx) => {
      await Promise.all(['a', 'b', 'c'].map((label) => tx.insert(boxes).values({ label })))
    })
    expect(await labels()).toEqual(['a', 'b', 'c'])
  })

  test.skipIf(skipped)(
    'after its end a transaction accepts nothing, and what it left running no longer joins it',
    async () => {
      let end: () => void = () => undefined
      const over = new Promise<void>((resolve) => {
        end = resolve
      })
      let left: Promise<unknown> = over
      const tx = await database.transaction(async (current) => {
        left = over.then(() => database.db.insert(boxes).values({ label: 'late' }))
        return current
      })
      await expect((async () => tx.insert(boxes).values({ label: 'never' }))()).rejects.toThrow()
      end()
      await left
      expect(await labels()).toEqual(['late'])
    },
  )

  test.skipIf(skipped)('afterCommit runs after the commit, never after a rollback', async () => {
    const seen: string[] = []
    await database.transaction(async () => {
      await database.transaction(async () => database.afterCommit(() => seen.push('committed')))
      expect(seen).toEqual([])
    })
    await database
      .transaction(async () => {
        database.afterCommit(() => seen.push('rolled back'))
        throw new Error('no')
      })
      .catch(() => undefined)
    database.afterCommit(() => seen.push('outside'))
    expect(seen).toEqual(['committed', 'outside'])
  })

  test.skipIf(skipped)('an error in one of several statements leaves no transaction open', async () => {
    await expect(database.exec('begin; insert into boxes (label) values (null); commit')).rejects.toThrow()
    await database.db.insert(boxes).values({ label: 'tin' })
    expect(await labels()).toEqual(['tin'])
  })
})

test.skipIf(!postgres)('the pool survives a PostgreSQL that ends idle connections', async () => {
  const databaseUrl = await postgres?.createDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '', logger })
  const other = await openDatabase({ databaseUrl, dataDir: '', logger })
  await database.check()
  await other.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  )
  const { rows } = await other.query(
    'select application_name as name from pg_stat_activity where pid = pg_backend_pid()',
  )
  expect(rows).toEqual([{ name: 'deedbox' }])
  await expect
    .poll(() =>
      database.check().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await Promise.all([database.close(), other.close()])
})
