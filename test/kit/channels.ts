import { readFileSync } from 'node:fs'
import type { Fact } from '@recado/domain/decision'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Json = Record<string, unknown>
type Described = {
  readonly channels: Readonly<Record<string, { readonly address: string }>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

const FILE = new URL('../../docs/asyncapi.json', import.meta.url)
const document = JSON.parse(readFileSync(FILE, 'utf8')) as Described
const addresses = Object.entries(document.channels).map(
  ([id, { address }]) => [id, pattern(address)] as const,
)
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addSchema({ ...withoutMoreFields(document), $id: 'asyncapi' })
const validators = new Map<string, ValidateFunction>()

/** Every channel that docs/asyncapi.json describes. */
export const CHANNELS: readonly string[] = Object.keys(document.channels)

/** The channel of a webhook event. A name that is not ours is a provider's, and all of those share one channel. */
export function channelOfEvent(event: string): string {
  return CHANNELS.includes(event) ? event : 'whatsapp.raw'
}

/** The channel of a NATS subject; undefined when docs/asyncapi.json describes none. */
export function channelOf(subject: string): string | undefined {
  return addresses.find(([, address]) => address.test(subject))?.[0]
}

/** The channel on which a fact is published. */
export function channelOfFact({ stream, type }: { stream: string; type: string }): string {
  return `events.${stream.slice(0, stream.indexOf('-'))}.${type}`
}

/** How a message differs from its channel's description, undescribed fields included; null when it does not. */
export function problemOfMessage(channel: string, body: unknown): string | null {
  return problem(`components/messages/${channel}/payload`, body)
}

/** How a fact differs from its schema; null when it does not. */
export function problemOfFact({ type, data }: Fact): string | null {
  if (document.components.schemas[type] === undefined) return `${type} is not described`
  return problem(`components/schemas/${type}`, data)
}

/** How a translated message differs from the schema of `MessageReceived`'s `intent`; null when it does not. */
export function problemOfMessageIntent(intent: unknown): string | null {
  return problem('components/schemas/MessageReceived/properties/intent', intent)
}

function problem(path: string, value: unknown): string | null {
  const validate = validators.get(path) ?? ajv.compile({ $ref: `asyncapi#/${path}` })
  validators.set(path, validate)
  if (validate(value)) return null
  return `${path}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 500)}`
}

/** Consumers ignore fields they do not know, but none of our own may be undescribed: closes every object schema. */
function withoutMoreFields(value: unknown): Json {
  return closed(value) as Json
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  // Each part of an `allOf` validates the whole object, so none of them may be closed.
  if ('allOf' in value) return value
  const all = Object.fromEntries(
    Object.entries(value).map(([name, below]) => [name, closed(below)]),
  )
  return 'properties' in all && !('additionalProperties' in all)
    ? { ...all, additionalProperties: false }
    : all
}

function pattern(address: string): RegExp {
  return new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^.]+')}$`)
}
