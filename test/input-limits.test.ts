import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#contract/index.ts'

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const toJsonSchema = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const isText = ({ type, enum: values, const: value }: JsonSchema) =>
  type === 'string' && !values && value === undefined

/** Lists the texts and arrays of a schema that have no maximum length, each as its path. */
function listUnlimited(schema: JsonSchema, path: string): string[] {
  return [
    ...(isText(schema) && schema.maxLength === undefined ? [path] : []),
    ...(schema.type === 'array' && schema.maxItems === undefined ? [`${path}[]`] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      listUnlimited(property, `${path}.${name}`),
    ),
    ...(schema.items ? listUnlimited(schema.items, `${path}[]`) : []),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(part =>
      listUnlimited(part, path),
    ),
  ]
}

const INPUTS = ENDPOINTS.flatMap(({ endpoint }) =>
  (['params', 'query', 'body', 'form'] as const).flatMap(part => {
    const schema = endpoint[part]
    return schema ? [{ name: `${endpoint.method} ${endpoint.path} ${part}`, schema }] : []
  }),
)

test('every text and every list that a request can contain has a maximum length', () => {
  expect(INPUTS.length).toBeGreaterThan(60)
  const unlimited = INPUTS.flatMap(({ name, schema }) => listUnlimited(toJsonSchema(schema), name))
  expect(unlimited).toEqual([])
})

/** Texts that make expressions with nested or overlapping repetitions slow. */
const HOSTILE_TEXTS = ['.', 'a.', ';', '(', '@', '-', '%', '\u0000', 'é', 'http://', '. a'].map(
  part => part.repeat(20_000 / part.length),
)

test('a text that is too long is refused by its length before any other check of the field looks at it', () => {
  const otherwiseRefused = INPUTS.flatMap(({ name, schema }) => {
    const { properties = {} } = toJsonSchema(schema)
    const fields = Object.keys(properties).filter(field => isText(properties[field]!))
    return HOSTILE_TEXTS.flatMap(text => {
      const input = Object.fromEntries(fields.map(field => [field, text]))
      const issues = z.safeParse(schema, input).error?.issues ?? []
      return fields.flatMap(field => {
        const codes = issues.filter(({ path }) => path[0] === field).map(({ code }) => code)
        return codes.join() === 'too_big' ? [] : [`${name}.${field}: ${codes.join()}`]
      })
    })
  })
  expect([...new Set(otherwiseRefused)]).toEqual([])
})
