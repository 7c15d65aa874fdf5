import type { CDPSession, Page } from '@playwright/test'

/** Plugs in Chromium's software authenticator, instead of a fingerprint reader or a phone; it works as long as the page is open. */
export async function plugIn(page: Page, { synced = false } = {}) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: synced,
      defaultBackupState: synced,
    },
  })
  const set = (method: 'setUserVerified' | 'setAutomaticPresenceSimulation', on: boolean) =>
    method === 'setUserVerified'
      ? cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: on })
      : cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: on })
  return {
    /** Sets whether the person unlocks it when asked. */
    unlocks: (on: boolean) => set('setUserVerified', on),
    /** Sets whether the person touches it when asked. */
    touched: (on: boolean) => set('setAutomaticPresenceSimulation', on),
    /** Lists the passkeys that it holds. */
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Loses all passkeys. */
    clear: () => cdp.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}
