import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

test('no variable is required to start', () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    timeZone: 'Australia/Sydney',
    maxUploadBytes: 104_857_600,
    oidc: undefined,
    sms: undefined,
  })
})

test('one message names every error, without the values', () => {
  const faulty = () =>
    parseConfig({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://root:secret@db/x',
      MASTER_KEY: 'short',
      TIME_ZONE: 'Mars/Olympus',
      SMTP_URL: 'nonsense',
      OIDC_ISSUER: 'https://id.example',
      HOST: '0.0.0.0',
    })
  expect(faulty).toThrow(ConfigError)
  for (const name of ['PORT', 'DATABASE_URL', 'MASTER_KEY', 'TIME_ZONE', 'SMTP_URL'])
    expect(faulty).toThrow(name)
  expect(faulty).not.toThrow('secret')
})

test('variables that belong together are checked together', () => {
  expect(() => parseConfig({ OIDC_ISSUER: 'https://id.example' })).toThrow('OIDC_CLIENT_ID')
  expect(() => parseConfig({ SMS_ACCOUNT_SID: 'AC1', SMS_FROM: 'Deedbox' })).toThrow('SMS_AUTH_TOKEN')
  const sms = { SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 't', SMS_FROM: 'Deedbox', SMS_TO: '+61400000000' }
  expect(parseConfig(sms).sms).toMatchObject({ to: '+61400000000', apiUrl: 'https://api.twilio.com' })
  expect(() => parseConfig({ ...sms, SMS_TO: '0400 000 000' })).toThrow('SMS_TO')
  expect(() => parseConfig({ CAPTCHA_PROVIDER: 'turnstile' })).toThrow('CAPTCHA_SECRET')
  const captcha = { CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SECRET: 's', CAPTCHA_SITE_KEY: 'k' }
  expect(parseConfig(captcha).captcha?.verifyUrl).toBe('https://api.hcaptcha.com/siteverify')
  expect(() => parseConfig({ HOST: '0.0.0.0' })).toThrow('PUBLIC_URL')
  expect(parseConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'https://Deeds.Example/' }).publicUrl).toBe(
    'https://deeds.example',
  )
})

test('with a public address this machine is a trusted proxy, otherwise none is, unless proxies are named', () => {
  const publicUrl = { PUBLIC_URL: 'https://deeds.example' }
  expect(parseConfig({}).trustedProxies).toEqual([])
  expect(parseConfig(publicUrl).trustedProxies).toEqual(['loopback'])
  expect(parseConfig({ ...publicUrl, TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
  expect(parseConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1 loopback' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '::1',
    'loopback',
  ])
  for (const TRUSTED_PROXIES of ['0.0.0.0/0', 'proxy.example', '10.0.0.0/40', 'none loopback'])
    expect(() => parseConfig({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES')
})

test('an empty variable counts as not set', () => {
  expect(parseConfig({ SMTP_URL: '', PORT: '' })).toMatchObject({ smtpUrl: undefined, port: 3000 })
})

test('a master key may be followed by older ones', () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  expect(parseConfig({ MASTER_KEY: `${key} ${key}` }).masterKey).toBe(`${key} ${key}`)
  expect(() => parseConfig({ MASTER_KEY: `${key},${key}` })).toThrow('MASTER_KEY')
})

test('the token for metrics is long enough not to be guessed, and one word', () => {
  expect(parseConfig({}).metricsToken).toBeUndefined()
  expect(parseConfig({ METRICS_TOKEN: 'sixteen-letters!' }).metricsToken).toBe('sixteen-letters!')
  for (const METRICS_TOKEN of ['fifteen-letters', 'sixteen letters and more'])
    expect(() => parseConfig({ METRICS_TOKEN })).toThrow('METRICS_TOKEN')
})

test('the virus scanner is named by a host or by a socket', () => {
  for (const CLAMD_URL of ['tcp://scanner:3310', 'tcp://[::1]', 'unix:///run/clamav/clamd.ctl'])
    expect(parseConfig({ CLAMD_URL }).clamdUrl).toBe(CLAMD_URL)
  for (const CLAMD_URL of [
    'scanner:3310',
    'http://scanner',
    'tcp://',
    'tcp://scanner/path',
    'unix://run/clamd.ctl',
    'unix:///',
  ])
    expect(() => parseConfig({ CLAMD_URL })).toThrow('CLAMD_URL')
})

test('the programs that read files are named by their whole path, the languages of Tesseract by their names', () => {
  expect(parseConfig({})).toMatchObject({ libreOffice: undefined, tesseract: undefined })
  for (const [name, path] of [
    ['LIBREOFFICE', '/usr/bin/soffice'],
    ['TESSERACT', '/usr/bin/tesseract'],
  ] as const) {
    expect(Object.values(parseConfig({ [name]: path }))).toContain(path)
    for (const wrong of ['soffice', './tesseract', 'C:\\soffice.exe'])
      expect(() => parseConfig({ [name]: wrong })).toThrow(name)
  }
  expect(parseConfig({ TESSERACT_LANGUAGES: 'eng, ell+chi_sim' }).tesseractLanguages).toBe('eng+ell+chi_sim')
  for (const TESSERACT_LANGUAGES of ['eng;rm', '--help', 'eng+'])
    expect(() => parseConfig({ TESSERACT_LANGUAGES })).toThrow('TESSERACT_LANGUAGES')
})

test('a file may hold the value of a variable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deedbox-config-'))
  const file = join(folder, 'url')
  writeFileSync(file, 'postgres://deedbox:secret@db/deedbox\n')
  try {
    expect(parseConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://deedbox:secret@db/deedbox')
    const both = { DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://other/db' }
    expect(() => parseConfig(both)).toThrow('DATABASE_URL and DATABASE_URL_FILE are both set')
    expect(() => parseConfig({ SMTP_URL_FILE: `${file}-missing` })).toThrow('SMTP_URL_FILE cannot be read')
    expect(() => parseConfig({ SMTP_URL_FILE: file })).toThrow('SMTP_URL must be a URL')
    writeFileSync(file, '\n')
    expect(() => parseConfig({ MASTER_KEY_FILE: file })).toThrow('MASTER_KEY_FILE names an empty file')
    // Variable of other software, which holds a path.
    expect(parseConfig({ SSL_CERT_FILE: `${file}-missing` }).port).toBe(3000)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
