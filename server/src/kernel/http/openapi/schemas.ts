import { z } from 'zod'

/** A JSON Schema, as far as the document and its page look into one. */
export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  format?: string
  pattern?: string
  description?: string
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  [more: string]: unknown
}

/** Returns the JSON Schema (2020-12, which OpenAPI 3.1 uses) of what a call takes or answers. */
export function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, $defs, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', override })
  // The value of any JSON alone refers to itself; such references would point into the whole document.
  return ($defs ? withoutReferences(schema) : schema) as Schema
}

/** Describes a record with given keys, as an object with those properties. */
function override({ jsonSchema: schema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { propertyNames: names, additionalProperties: value } = schema
  if (typeof names !== 'object' || !names?.enum) return
  schema.properties = Object.fromEntries(names.enum.map((name) => [String(name), value ?? {}]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return { description: 'Any JSON' }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutReferences(part)]))
}
