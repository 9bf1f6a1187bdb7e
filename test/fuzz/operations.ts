import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export interface JsonSchema {
  type?: string
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

/** The part of an OpenAPI 3.1 document that the requests and the checks of their answers are made from. */
export interface OpenApiDocument {
  paths: Record<
    string,
    Record<
      string,
      {
        description: string
        parameters: Parameter[]
        requestBody?: { content: Content }
        responses: Record<string, { content?: Content }>
      }
    >
  >
}

/** An operation of the document, with what a request to it can contain. */
export interface Operation {
  /** The name in the access table, such as `GET /product/:id`. */
  name: string
  method: string
  /** The path below `/api`, with parameters written as `{name}`. */
  path: string
  parameters: string[]
  query: Record<string, JsonSchema>
  /** The media type of the body, and the schemas of its fields. Undefined if the operation has no body. */
  body: { type: string; fields: Record<string, JsonSchema> } | undefined
  /** The form for which the operation needs a captcha, and whether its token is a header or a field of the body. */
  captcha: { action: string; in: 'header' | 'body' } | undefined
  /** Returns what is wrong with an answer, or undefined for an answer that the document declares. */
  findUndeclared: (answer: Answer) => string | undefined
}

export interface Answer {
  status: number
  contentType: string | undefined
  body: Buffer
}

/** Lists the operations of an OpenAPI document. */
export function listOperations(document: OpenApiDocument): Operation[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { parameters, requestBody, description, responses } = described
      const [body] = Object.entries(requestBody?.content ?? {})
      const [, action, part] = /Captcha (\w+) in the (header|body)/.exec(description) ?? []
      const pointer = `api#/paths/${escapePointer(path)}/${method}/responses`
      return {
        name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        method: method.toUpperCase(),
        path,
        parameters: parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name),
        query: Object.fromEntries(
          parameters
            .filter(({ in: place }) => place === 'query')
            .map(({ name, schema }) => [name, schema]),
        ),
        body: body && { type: body[0], fields: listFields(body[1].schema) },
        captcha: action === undefined ? undefined : { action, in: part as 'header' | 'body' },
        findUndeclared: createAnswerCheck(ajv, pointer, responses),
      }
    }),
  )
}

/** Collects the fields of a schema, also those of its alternatives. */
function listFields(schema: JsonSchema): Record<string, JsonSchema> {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return Object.assign({}, ...parts.map(listFields), schema.properties) as Record<
    string,
    JsonSchema
  >
}

const escapePointer = (text: string) =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

function createAnswerCheck(
  ajv: Ajv2020,
  pointer: string,
  responses: Record<string, { content?: Content }>,
): Operation['findUndeclared'] {
  const validators = new Map<string, ValidateFunction>()
  // The answer to a HEAD request has no body.
  const isHead = pointer.includes('/head/')
  return ({ status, contentType = '', body }) => {
    const response = responses[status]
    if (!response) return `status ${status} is not declared`
    const [declaredType] = Object.keys(response.content ?? {})
    if (declaredType === undefined) return body.length > 0 ? 'the body is not declared' : undefined
    if (declaredType !== '*/*' && contentType.split(';')[0] !== declaredType)
      return `content type ${contentType} instead of ${declaredType}`
    if (declaredType !== 'application/json' || isHead) return undefined
    const key = `${pointer}/${status}/content/${escapePointer(declaredType)}/schema`
    const validate = validators.get(key) ?? ajv.compile({ $ref: key })
    validators.set(key, validate)
    if (validate(JSON.parse(body.toString()))) return undefined
    return ajv.errorsText(validate.errors)
  }
}
