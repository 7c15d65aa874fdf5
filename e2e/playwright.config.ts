import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { patience } from '../server/src/testing/patience.ts'
import { desktopOnly, onPhones } from './support/on-phones.ts'

type Use = NonNullable<PlaywrightTestConfig['use']>

const desktop: Use = { viewport: { width: 1440, height: 900 } }
const phone: Use = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/** Stories, one in each file, run on a Deedbox of their own: the server that `npm start` builds, as a process. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  workers: 3,
  // CI tries a failed story once more and lists it as flaky (ADR 50).
  retries: process.env.CI ? 1 : 0,
  timeout: patience.test,
  expect: { timeout: patience.wait },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.BROWSER_PATH ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox'],
    },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: patience.wait,
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'desktop', use: desktop },
    { name: 'phone', use: phone, testMatch: onPhones, grepInvert: RegExp(desktopOnly) },
  ],
})
