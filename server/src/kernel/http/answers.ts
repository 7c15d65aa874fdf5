import type { Endpoint } from '@deedbox/contract/endpoint.ts'

/**
 * Checks in tests that a call answers with what its schema says, and with no field that the schema does not name.
 * @throws Error if it does not.
 */
export function expectAnswer(key: string, { response }: Endpoint, answer: unknown): void {
  const sent = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer))
  const unnamed = fieldsBeyond(sent, response.parse(sent))
  if (unnamed.length === 0) return
  const problem = `${key} answers with ${unnamed.join(', ')}, which the contract does not name`
  process.emitWarning(problem)
  throw new Error(problem)
}

/** Lists the paths of the fields that a schema has dropped while it parsed. */
function fieldsBeyond(sent: unknown, parsed: unknown, path = 'answer'): string[] {
  if (!isObject(sent) || !isObject(parsed)) return []
  return Object.entries(sent).flatMap(([name, value]) => {
    const at = Array.isArray(sent) ? `${path}[]` : `${path}.${name}`
    return Object.hasOwn(parsed, name) ? fieldsBeyond(value, parsed[name], at) : [at]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
