import { limits } from './limits.ts'

/** Returns the time from which the content of an organisation is locked that is leaving since `from` (ADR 71). */
export const locksAt = (from: Date): Date => new Date(from.getTime() + limits.leavingDays * 86_400_000)
