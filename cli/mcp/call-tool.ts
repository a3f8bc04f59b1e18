import { type Recado, RecadoError } from '@recado/client'
import { type ApiTool, BODY, KEY } from './tools.ts'

export type ToolAnswer = {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly isError?: boolean
}

type Arguments = Readonly<Record<string, unknown>>

/** A longer answer, in characters, would fill an assistant's context. */
const MAX_ANSWER_CHARS = 60_000

/** Calls an operation. An error of the API is an answer too, so that the assistant can correct the call. */
export async function callTool(
  recado: Recado,
  tool: ApiTool,
  given: Arguments,
): Promise<ToolAnswer> {
  const unknown = Object.keys(given).filter(
    (name) => !Object.hasOwn(Object(tool.inputSchema.properties), name),
  )
  if (unknown.length > 0) return toolError(`${tool.name} takes no ${unknown.join(', ')}`)
  const nested = Object.keys(given).filter((name) => name !== BODY && isNested(given[name]))
  if (nested.length > 0)
    return toolError(`${nested.join(', ')} must be a text, a number or a boolean`)
  const missing = tool.parameters.find(
    ({ in: place, name }) => place === 'path' && NO_SEGMENT.test(textOf(given[name])),
  )
  if (missing !== undefined) return toolError(`${missing.name} is missing or not an id`)
  try {
    const answer = await recado.fetch(addressOf(tool, given), initOf(tool, given))
    return { content: [{ type: 'text', text: truncateAnswer(await answer.text()) }] }
  } catch (error) {
    if (!(error instanceof RecadoError)) throw error
    const { status, code, message, candidates } = error
    return toolError(
      JSON.stringify({ status, code, message, ...(candidates.length > 0 && { candidates }) }),
    )
  }
}

/** An empty path segment, `.` or `..`: the URL would then name another route. */
const NO_SEGMENT = /^\.{0,2}$/

export function toolError(text: string): ToolAnswer {
  return { content: [{ type: 'text', text }], isError: true }
}

function addressOf({ path, parameters }: ApiTool, given: Arguments): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(textOf(given[name])))
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters)
    if (place === 'query' && textOf(given[name])) query.set(name, textOf(given[name]))
  return query.size === 0 ? filled : `${filled}?${query}`
}

function initOf({ method }: ApiTool, given: Arguments): RequestInit {
  const key = textOf(given[KEY])
  return {
    method,
    headers: {
      ...(given[BODY] === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: given[BODY] === undefined ? null : JSON.stringify(given[BODY]),
  }
}

const PLAIN = ['string', 'number', 'boolean']

/** Whether a value is a list or an object. Dropping it would widen a filter, or lose an Idempotency-Key. */
function isNested(value: unknown): boolean {
  return value != null && !PLAIN.includes(typeof value)
}

function textOf(value: unknown): string {
  return PLAIN.includes(typeof value) ? String(value) : ''
}

function truncateAnswer(text: string): string {
  if (text.length <= MAX_ANSWER_CHARS) return text
  return `${text.slice(0, MAX_ANSWER_CHARS)}\n… cut after ${MAX_ANSWER_CHARS} of ${text.length} characters: use limit or a filter to get less`
}
