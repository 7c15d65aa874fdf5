import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { factorCode } from './factors.ts'
import { done, instant, newPassword } from './fields.ts'
import { limits } from './limits.ts'
import { passkeyAnswer } from './passkeys.ts'

/**
 * Ways in which a person who is signed in can prove again who they are. 'phone': a code that POST /api/session/factor/phone sends. 'email': a mailed
 * code, for people without a better way.
 */
export const proofWays = ['password', 'code', 'phone', 'passkey', 'email'] as const
export type ProofWay = (typeof proofWays)[number]

const code = z.string().regex(/^\d{6}$/, { error: 'Please enter the six digits' })

export const getProofWays = endpoint({
  id: 'getProofWays',
  summary: 'How the caller can prove again who they are',
  who: 'signed-in',
  despite: ['enrolment'],
  response: z.object({ ways: z.array(z.enum(proofWays)) }),
})

export const sendProofCode = endpoint({
  id: 'sendProofCode',
  summary: 'Email a code to the caller, who has no better way to prove it',
  who: 'signed-in',
  noProof: 'identifies',
  despite: ['enrolment'],
  perMinute: 10,
  response: z.object({ expiresAt: instant }),
  refuses: ['not-allowed', 'verification-mail-failed'],
})

export const prove = endpoint({
  id: 'prove',
  summary:
    'Prove again who the caller is, in one of their ways; dangerous acts need a proof from the last 15 minutes',
  who: 'signed-in',
  noProof: 'identifies',
  despite: ['enrolment'],
  perMinute: 30,
  renews: true,
  body: z.union([
    z.strictObject({ password: z.string().min(1).max(limits.password.max) }),
    z.strictObject({ code: factorCode }),
    z.strictObject({ emailCode: code }),
    z.strictObject({ passkey: passkeyAnswer }),
  ]),
  response: done,
  refuses: [
    'code-dead',
    'code-expired',
    'factor-wrong',
    'login-locked',
    'no-pending-code',
    'passkey-expired',
    'passkey-invalid',
    'password-missing',
    'password-wrong',
    'verification-failed',
  ],
})

export const changePassword = endpoint({
  id: 'changePassword',
  summary: 'Set the caller’s password and end all their other sessions',
  who: 'signed-in',
  perMinute: 10,
  needsProof: true,
  body: z.strictObject({ password: newPassword }),
  response: done,
  refuses: ['password-compromised', 'password-weak'],
})
