import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

type Node = Record<string, unknown>

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, Node> }>>
  components: { schemas: Node; responses: Record<string, Node> }
}

/** Validates API responses against the schemas of an OpenAPI document. */
export interface OpenApiValidator {
  /**
   * Returns the validation errors of a response body; the array is empty if the body is valid.
   * @param path the path template in the document, such as `/v1/payments/{id}`
   * @param method the HTTP method in lower case
   */
  validateResponse(path: string, method: string, status: number, value: unknown): string[]
  /** Tells whether the document describes this HTTP status for this operation. */
  isDocumented(path: string, method: string, status: number): boolean
  /** Returns the validation errors of a value for a named schema of the document. */
  validateValue(schemaName: string, value: unknown): string[]
}

/** The name of the schema for responses whose HTTP status the document does not describe. */
const ERROR_SCHEMA = 'Error'

/**
 * Loads an OpenAPI document and returns a validator for its schemas.
 * @param file the path of an OpenAPI 3.1 document in YAML
 */
export async function loadOpenApiValidator(file: string): Promise<OpenApiValidator> {
  const document = toAjvDialect(parse(await readFile(file, 'utf8'), { maxAliasCount: -1 }))
  const { paths, components } = document as OpenApi
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS })
  ajv.addSchema({ $id: 'provider', components })

  const findErrors = (schema: object, value: unknown) => {
    const validate = ajv.compile(schema)
    if (validate(value)) return []
    return validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  const findSchema = (path: string, method: string, status: number): object | undefined => {
    const response = paths[path]?.[method]?.responses[String(status)]
    const reference = response?.$ref
    const shared = typeof reference === 'string' ? reference.split('/').at(-1)! : undefined
    const { content } = (shared ? components.responses[shared] : (response ?? {})) as {
      content?: Record<string, { schema: object }>
    }
    return content?.['application/json']?.schema
  }
  return {
    isDocumented: (path, method, status) => findSchema(path, method, status) !== undefined,
    validateValue: (schemaName, value) => findErrors(schemaReference(schemaName), value),
    validateResponse(path, method, status, value) {
      const schema = findSchema(path, method, status) ?? schemaReference(ERROR_SCHEMA)
      // A list is validated element by element: the document describes the list of refunds by the schema of one refund.
      const parts = Array.isArray(value) ? (value as unknown[]) : [value]
      return parts.flatMap(part => findErrors(schema, part))
    },
  }
}

const schemaReference = (name: string) => ({ $ref: `provider#/components/schemas/${name}` })

/**
 * Converts the document for the JSON Schema validator Ajv, since the document mixes two dialects of JSON Schema.
 * `nullable` becomes the type `null`, and references get the base `provider`.
 */
function toAjvDialect(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toAjvDialect)
  if (typeof node !== 'object' || node === null) return node
  const { nullable, $ref, type, ...rest } = node as Node
  const copy: Node = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, toAjvDialect(value)]),
  )
  if (typeof $ref === 'string') copy.$ref = $ref.replace('#/components/schemas', 'provider$&')
  if (type !== undefined) copy.type = nullable === true ? [type, 'null'] : toAjvDialect(type)
  return copy
}

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: (text: string) => URL.canParse(text),
  email: /^[^\s@]+@[^\s@]+$/,
  uuid: /^[0-9a-f-]{36}$/i,
  float: true,
  double: true,
  int32: true,
  int64: true,
} as const
