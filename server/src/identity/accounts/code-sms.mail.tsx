import { defineMail, type Place } from '../../kernel/mail/define.ts'

/** A code to sign in, or for a number to sign in with. Sent at once and never stored. */
export const codeSms = defineMail(
  'code_sms',
  ({ code, signIn }: { code: string; signIn: boolean }, place: Place) => ({
    sms: [
      `${code} is your ${place.deploymentName} code ${signIn ? 'to sign in' : 'to sign in with this number from now on'}. It is valid for 10 minutes. Give it to nobody, whoever asks.`,
      // Phones then offer the code on our pages only (WICG, origin-bound one-time codes).
      ...(place.publicUrl.startsWith('https:') ? [`@${new URL(place.publicUrl).host} #${code}`] : []),
    ].join('\n\n'),
  }),
)
