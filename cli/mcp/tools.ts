type Schema = Readonly<Record<string, unknown>>

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly security?: readonly { readonly apiKey?: readonly string[] }[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>
  }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> }>
  >
}

/** The part of an OpenAPI document that tools are made from. */
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** An operation of the API as a tool of an assistant. */
export type ApiTool = {
  readonly name: string
  readonly description: string
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly inputSchema: Schema & { readonly type: 'object' }
  readonly isRead: boolean
}

/** The arguments of a tool that are no parameters of its operation. */
export const BODY = 'body'
export const KEY = 'idempotency_key'

const JSON_TYPE = 'application/json'

/** The operations with JSON bodies only. @param writes whether to include those that change something */
export function toolsOf({ paths }: Document, writes: boolean): readonly ApiTool[] {
  const tools = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => toolOf(method, path, operation)),
  )
  return tools.filter(({ isRead }) => isRead || writes)
}

function toolOf(method: string, path: string, operation: Operation): ApiTool[] {
  const { operationId, summary, description = '', security, requestBody, responses } = operation
  const scope = security?.[0]?.apiKey?.[0]
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const speaksJson = answers.every(([, { content = {} }]) => JSON_TYPE in content)
  const body = requestBody?.content[JSON_TYPE]?.schema
  if (scope === undefined || !speaksJson || (requestBody !== undefined && body === undefined))
    return []
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== 'header')
  const isKeyed = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true
  return [
    {
      name: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      description: [summary, description, `${method.toUpperCase()} ${path}`]
        .filter(Boolean)
        .join('\n\n'),
      inputSchema: inputOf(parameters, body, isKeyed),
      isRead: scope === 'read',
    },
  ]
}

function inputOf(parameters: readonly Parameter[], body: Schema | undefined, isKeyed: boolean) {
  const properties = {
    ...Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description === undefined ? {} : { description }) },
      ]),
    ),
    ...(body === undefined ? {} : { [BODY]: body }),
    ...(isKeyed ? { [KEY]: KEY_SCHEMA } : {}),
  }
  const required = parameters.filter(({ required: is }) => is).map(({ name }) => name)
  return {
    type: 'object' as const,
    properties,
    required: body === undefined ? required : [...required, BODY],
    additionalProperties: false,
  }
}

const KEY_SCHEMA = {
  type: 'string',
  minLength: 8,
  maxLength: 128,
  description: 'A call that is repeated with the same key is carried out once.',
}
