import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { StartFault } from '../errors.ts'
import { openKms } from './kms.ts'
import { isKmsName } from './kms-name.ts'
import { signatureV4, startKmsServer } from './kms-server.testing.ts'

const arn = 'arn:aws:kms:ap-southeast-2:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const other = `${arn.slice(0, -1)}c`
let kms: Awaited<ReturnType<typeof startKmsServer>>
beforeAll(async () => {
  kms = await startKmsServer([arn, other])
  for (const [name, value] of Object.entries(kms.env)) vi.stubEnv(name, value)
})
afterEach(() => {
  kms.faults.of = () => undefined
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await kms.stop()
})

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartFault)
      return (error as Error).message
    },
  )

test("the test's own signature is that of AWS's test suite (get-vanilla, post-vanilla)", () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
  const scope = { date: '20150830', region: 'us-east-1', service: 'service' }
  const headers = { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' }
  const request = { path: '/', query: '', headers, signedHeaders: ['host', 'x-amz-date'], body: Buffer.of() }
  expect(signatureV4({ ...request, method: 'GET' }, scope, secret)).toBe(
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  )
  expect(signatureV4({ ...request, method: 'POST' }, scope, secret)).toBe(
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  )
})

test('names are the ARNs of keys, not of aliases', () => {
  expect(isKmsName(`aws-kms:${arn}`)).toBe(true)
  expect(isKmsName('aws-kms:arn:aws-us-gov:kms:us-gov-west-1:111122223333:key/mrk-12ab')).toBe(true)
  for (const bad of [arn, 'aws-kms:', `aws-kms:${arn.replace('key/', 'alias/')}`, `aws-kms:${arn} `])
    expect(isKmsName(bad)).toBe(false)
})

test('a master key is made once and opens for the same deployment and key only', async () => {
  const { key, blob } = await openKms(arn, 'one').make()
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(Buffer.from(blob, 'base64').includes(Buffer.from(key, 'base64'))).toBe(false)
  expect(await openKms(arn, 'one').open(blob)).toBe(key)
  for (const wrong of [openKms(arn, 'two'), openKms(other, 'one')])
    expect(await faultOf(wrong.open(blob))).toContain('was not encrypted for this deployment')
  expect(await faultOf(openKms(`${arn}9`, 'one').make())).toContain('no such key')
})

test.each([
  ['AccessDeniedException', 'may not use it'],
  ['DisabledException', 'is disabled'],
  ['KMSInvalidStateException', 'being deleted'],
  ['IncorrectKeyException', 'by another key'],
  ['ExpiredTokenException', 'have expired'],
  ['DependencyTimeoutException', 'it answered DependencyTimeoutException'],
])('%s is said in words', async (name, words) => {
  const { blob } = await openKms(arn, 'one').make()
  kms.faults.of = () => name
  const message = await faultOf(openKms(arn, 'one').open(blob))
  expect(message).toContain(`The key ${arn} of AWS KMS gives no master key: `)
  expect(message).toContain(words)
})

test('a key that may be made but not decrypted is refused before it is used', async () => {
  kms.faults.of = (operation) => (operation === 'Decrypt' ? 'AccessDeniedException' : undefined)
  expect(await faultOf(openKms(arn, 'one').make())).toContain('may not use it')
})

test('it is asked again when it is busy, and not for ever', async () => {
  const { key, blob } = await openKms(arn, 'one').make()
  let left = 1
  kms.faults.of = () => (left-- > 0 ? 'ThrottlingException' : undefined)
  expect(await openKms(arn, 'one').open(blob)).toBe(key)
  kms.faults.of = () => 'ThrottlingException'
  kms.requests.length = 0
  expect(await faultOf(openKms(arn, 'one').open(blob))).toContain('asked too often')
  expect(kms.requests).toHaveLength(3)
})

test('one that does not answer, and wrong credentials, are named', async () => {
  const { blob } = await openKms(arn, 'one').make()
  kms.faults.of = () => 'silent'
  expect(await faultOf(openKms(arn, 'one', 100).open(blob))).toContain('it was not reached')
  kms.faults.of = () => undefined
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', 'http://127.0.0.1:9')
  expect(await faultOf(openKms(arn, 'one').open(blob))).toContain('it was not reached (ECONNREFUSED)')
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.env.AWS_ENDPOINT_URL_KMS)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not the secret')
  expect(await faultOf(openKms(arn, 'one').open(blob))).toContain('does not accept the signature')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', kms.env.AWS_SECRET_ACCESS_KEY)
})
