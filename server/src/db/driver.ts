import type { PgDialect, PgQueryResultHKT, PgSession } from 'drizzle-orm/pg-core'
import type { RelationalSchemaConfig, TablesRelationalConfig } from 'drizzle-orm/relations'

export type Row = Record<string, unknown>

export interface Rows<T = Row> {
  rows: T[]
}

/** Place where a statement goes: the pool (or the one connection), or the connection of a transaction. */
export interface Connection {
  /** Runs one statement. With a name it is prepared once for each connection and planned once. */
  query(text: string, values?: readonly unknown[], options?: { name?: string }): Promise<Rows>
  /** Runs several statements in one text, without values; an error leaves no transaction open. */
  exec(text: string): Promise<Rows[]>
  /** Serves Drizzle's driver, with its own arguments. */
  raw(...call: unknown[]): Promise<unknown>
}

/** Listener to a channel of the database (LISTEN). */
export interface Listener {
  /** Takes what a committed transaction announced. */
  heard(payload: string): void
  /** Tells of an interruption: something may have been missed. */
  again(): void
}

/** Driver of one kind of database: only what `client.ts` needs. */
export interface Driver extends Connection {
  kind: 'postgres' | 'pglite'
  /** Tells whether there is disk space for changes, as far as this process can measure it. */
  hasRoom(): boolean
  /** Connections of the pool, and statements that wait for one; null without a pool. */
  connections(): { open: number; idle: number; waiting: number } | null
  /** BEGIN, work, COMMIT; ROLLBACK when work throws. */
  begin<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** A Drizzle session whose every statement goes to what `route` returns at that moment. */
  session(
    route: () => Connection,
    dialect: PgDialect,
    schema: RelationalSchemaConfig<TablesRelationalConfig> | undefined,
  ): PgSession<PgQueryResultHKT, Record<string, never>, TablesRelationalConfig>
  /** Listens until the returned function is called. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  close(): Promise<void>
}
