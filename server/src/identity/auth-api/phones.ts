import type { AuthTokens, authOtp, authResend, authToken, authVerify } from '@deedbox/contract/auth-api.ts'
import type { Answer, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { askForPhoneCode, personOfPhone, proveByPhone } from '../accounts/phone-sign-in.ts'
import { openSession } from '../accounts/sessions.ts'
import { confirmSignInPhone, requestSignInPhone, whoChangesTo } from '../accounts/sign-in-phone.ts'
import { needSms } from '../accounts/sms-codes.ts'
import { refuseOtherWays } from '../accounts/ways.ts'
import { answerTokens, grantTokens } from './tokens.ts'

const missing = (field: 'email' | 'phone') =>
  new Refusal('invalid-input', { fields: { [field]: 'This field is required' } })

/** Reads the email of a call that needs one. @throws Refusal phone-sign-up for a phone instead (ADR 27), invalid-input. */
export function neededEmail({
  email,
  phone,
}: {
  email?: string | undefined
  phone?: string | undefined
}): string {
  if (email) return email
  throw phone ? new Refusal('phone-sign-up') : missing('email')
}

/**
 * Finds the email that a phone number stands for; an unknown number stands for itself, and so for nobody. @throws Refusal sms-unavailable.
 */
export async function emailOfPhone(
  services: Services,
  raw: Raw<typeof authToken>,
  phone: string | undefined,
): Promise<string> {
  if (!phone) throw missing('email')
  needSms(services)
  return (await raw.read((ctx) => personOfPhone(ctx, phone)))?.email ?? phone
}

/** @throws as `askForPhoneCode`. */
export async function otpByPhone(
  services: Services,
  raw: Raw<typeof authOtp> | Raw<typeof authResend>,
  phone: string,
): Promise<Answer<typeof authOtp>> {
  await askForPhoneCode(services, raw, phone)
  return {}
}

/** Sends the code again; for a change of number that nobody asked for nothing is sent, and the answer is the same. */
export async function resendByPhone(
  services: Services,
  raw: Raw<typeof authResend>,
  { type, phone }: { type: string; phone?: string | undefined },
): Promise<Answer<typeof authResend>> {
  if (!phone) throw missing('phone')
  if (type === 'sms') return otpByPhone(services, raw, phone)
  const actor = await raw.read((ctx) => whoChangesTo(ctx, phone))
  if (actor) await requestSignInPhone(services, { ...raw, actor }, phone)
  return {}
}

/** Begins a session for a code that was sent to a phone. @throws as `proveByPhone` and `confirmSignInPhone`. */
export async function verifyPhone(
  services: Services,
  raw: Raw<typeof authVerify>,
  { type, phone, code }: { type: 'sms' | 'phone_change'; phone: string | undefined; code: string },
): Promise<AuthTokens> {
  if (!phone) throw missing('phone')
  needSms(services)
  if (type === 'sms') {
    const { id } = await proveByPhone(services, raw, { phone, code }, 'api')
    return answerTokens(services, raw.caller, await services.contexts.work((ctx) => grantTokens(ctx, id)))
  }
  const actor = await raw.read((ctx) => whoChangesTo(ctx, phone))
  if (!actor) throw new Refusal('phone-code-invalid')
  await confirmSignInPhone(services, { ...raw, actor }, { phone, code })
  const granted = await raw.transact(async (ctx) => {
    await refuseOtherWays(ctx, actor.email)
    const { id } = await openSession(ctx, services, actor, { method: 'otp', kind: 'api' })
    return grantTokens(ctx, id)
  })
  return answerTokens(services, raw.caller, granted)
}
