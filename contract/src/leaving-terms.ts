import { daysAfter } from './durations.ts'
import { limits } from './limits.ts'

/** Returns the time from which the content of an organisation is locked that is leaving since `from` (ADR 71). */
export const locksAt = (from: Date): Date => daysAfter(from, limits.leavingDays)

/** Grounds on which a destruction of the content of an organisation rests. */
export const instructionKinds = ['instruction', 'waiver'] as const
export type InstructionKind = (typeof instructionKinds)[number]

/** Names of kinds in screens and events. */
export const instructionWords: Record<InstructionKind, string> = {
  instruction: 'Instruction to destroy',
  waiver: 'Waiver of getting the documents back',
}
