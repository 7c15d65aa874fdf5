import type { Schema } from './schemas.ts'

/** Values by the name of a field, where its type alone would give a poor example. Every example is tested by its schema. */
const values: Record<string, unknown> = {
  width: 1200,
  email: 'jane.citizen@example.com',
  userEmail: 'jane.citizen@example.com',
  requesterEmail: 'ravi.patel@example.com',
  ownerEmail: 'olive.owner@example.com',
  clientEmail: 'wilhelmina.quill@example.com',
  subjectEmail: 'jane.citizen@example.com',
  actorEmail: 'olive.owner@example.com',
  supportEmail: 'support@example.com',
  enterpriseEmail: 'sales@example.com',
  logHeadEmail: 'kay@solicitors.example',
  contactEmail: 'office@harbourlegal.example',
  name: 'Jane Citizen',
  userName: 'Jane Citizen',
  firstName: 'Jane',
  lastName: 'Citizen',
  ownerName: 'Olive Owner',
  requesterName: 'Ravi Patel',
  actorName: 'Olive Owner',
  grantedByName: 'Olive Owner',
  clientName: 'Wilhelmina Quill',
  contactName: 'Jane Citizen',
  organization: 'Harbour Legal',
  organizationName: 'Harbour Legal',
  deploymentName: 'Deedbox',
  title: 'Smith Family Trust deed',
  documentTitle: 'Smith Family Trust deed',
  documentName: 'Smith Family Trust deed',
  fileName: 'smith-family-trust.pdf',
  fileType: 'application/pdf',
  fileSize: 482_133,
  documentSize: 482_133,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  password: 'Brass-Key-1887',
  current: 'Brass-Key-1887',
  code: '123456',
  currentCode: '123456',
  newCode: '654321',
  message: 'The deed we spoke about.',
  justification: 'We act for the estate.',
  notes: 'As agreed by telephone.',
  phone: '+61291234567',
  contactPhone: '+61291234567',
  address: '12 Bridge Street',
  abn: '51 824 753 556',
  acn: '004 085 616',
  until: '2026-11-21T05:15:00.000Z',
  domain: 'harbourlegal.example',
  monthDay: '06-30',
  nextOn: '2028-10-22',
  backupTime: '02:00',
  waiting: 'true',
  withDocuments: 'true',
  code_challenge_method: 's256',
  city: 'Sydney',
  state: 'NSW',
  postalCode: '2000',
  country: 'AU',
  timeZone: 'Australia/Sydney',
  prefix: '21BD1',
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0 Safari/537.36',
  label: 'Access granted',
  event: 'access_granted',
  total: 1,
  page: 1,
  limit: 50,
  search: 'trust',
  text: 'beneficiary',
  role: 'requestor',
  cursor: 'eyJhdCI6IjIwMjYtMTEtMjEifQ',
  nextCursor: null,
  nature: null,
  // One of two that exclude each other is given.
  matterId: null,
  lastsUntil: null,
  versionOf: null,
  secret: 'deedbox_pat_3q2-7wTn0y8hQ5m1cVb9kLx4sZr6uE2oAaGfJpXyIdM1cZ9wQ',
  currency: 'AUD',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

const formats: Record<string, string> = {
  uuid: '3f6c1f0e-8a52-4b7e-9d0c-5a1b2c3d4e5f',
  'date-time': '2026-11-21T03:15:00.000Z',
  date: '2027-06-30',
  email: 'jane.citizen@example.com',
  uri: 'https://deedbox.example.net/',
}

const idLike = /(^id$|Id$|Ids$)/

/** Returns the type of a schema besides null. */
const typeOf = ({ type }: Schema) => [type].flat().find((one) => one !== 'null') ?? 'null'

/** Makes an example of a schema; `name` is the field that holds it. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if ('const' in schema) return schema.const
  if (name in values && fits(schema, values[name])) return values[name]
  if (schema.enum) return schema.enum[0]
  const options = schema.anyOf ?? schema.oneOf
  if (options) return exampleOf(options.find((option) => typeOf(option) !== 'null') ?? {}, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name)))
  if (!schema.type) return 'default' in schema ? schema.default : {}
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return [exampleOf(schema.items ?? {}, name.replace(/s$/, ''))]
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1, 1)
    case 'boolean':
      return true
    case 'string':
      return textOf(schema, name)
    default:
      return null
  }
}

const objectOf = ({ properties = {} }: Schema): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exampleOf(part, name)]))

function textOf({ format, pattern, minLength = 0, maxLength }: Schema, name: string): string {
  if (format && formats[format]) return formats[format]
  if (idLike.test(name)) return formats.uuid ?? ''
  if (pattern === '^[0-9a-f]{64}$') return String(values.sha256)
  const text = pattern === '^\\d{6}$' ? '123456' : name || 'text'
  return text.padEnd(minLength, 'x').slice(0, maxLength)
}

/** Tells whether a value has the type that the schema, or one of its options, asks for. */
function fits(schema: Schema, value: unknown): boolean {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.some((option) => fits(option, value))
  if (schema.enum) return schema.enum.includes(value)
  if (schema.format === 'date-time') return String(value).includes('T')
  if (schema.format === 'date') return /^\d{4}-\d\d-\d\d$/.test(String(value))
  if (schema.format && schema.format !== 'email') return false
  const types = [schema.type].flat()
  if (value === null) return types.includes('null')
  if (typeof value === 'number') return types.includes('integer') || types.includes('number')
  return (
    types.includes(typeof value) && (!schema.pattern || new RegExp(schema.pattern, 'u').test(String(value)))
  )
}
