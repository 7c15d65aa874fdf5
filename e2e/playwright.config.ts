import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { sameOnPhones } from './support/same-on-phones.ts'

type Use = NonNullable<PlaywrightTestConfig['use']>

const desktop: Use = { viewport: { width: 1440, height: 900 } }
const phone: Use = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/** One file a story, each on a Deedbox of its own: the server that `npm start` builds, as a process. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  workers: 3,
  retries: 0,
  // Twice what the longest story takes on two idle cores.
  timeout: 120_000,
  expect: { timeout: 20_000 },
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
    actionTimeout: 20_000,
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'desktop', use: desktop },
    { name: 'phone', use: phone, testIgnore: sameOnPhones },
  ],
})
