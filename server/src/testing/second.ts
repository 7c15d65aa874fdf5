import { pino } from 'pino'
import { parseConfig } from '../platform/config.ts'
import { type Running, type StartOptions, start } from '../start.ts'
import type { TestApp } from './app.ts'
import { quickPasswords } from './passwords.ts'

/** A second server of the same deployment, which only PostgreSQL allows. Configured by the same variables as the first. */
export const startSecond = (
  { dataDir, services, migrations }: TestApp,
  env: Record<string, string> = {},
  options: Partial<StartOptions> = {},
): Promise<Running> =>
  start({
    config: parseConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: services.config.databaseUrl,
      PORT: '0',
      BREACH_RANGE_URL: services.config.breachRangeUrl,
      ...env,
    }),
    logger: pino({ level: 'silent' }),
    migrations,
    listen: false,
    schedules: false,
    rateLimitFactor: 10_000,
    passwords: quickPasswords,
    ...options,
  })
