import type { Registry } from '@recado/application/registry/registry'
import { asRecord, asText, isRecord } from '@recado/domain/provider-event/loose-json'
import { type Admit, admissionQueue } from '@recado/infra/concurrency/admission-queue'
import { DEADLINES } from '@recado/infra/deadlines'
import type { Journal } from '@recado/infra/event-store/event-store'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { nestsTooDeep } from '@recado/infra/http/json-depth'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Vault } from '@recado/infra/vault/vault'
import { bounded, jsonBytes } from '@recado/translation/bounded-fields'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { eventName } from './event-name.ts'
import { type HookSecrets, hookSecrets } from './hook-secrets.ts'
import { journalPost, type ReceivedPost } from './journal-post.ts'
import { MAX_BODY_BYTES, signatureInHead, unsigned } from './judged-by-head.ts'
import { parsePost } from './parse-post.ts'
import { freeNow, type RawBody, rawBodyOf, takeRawBodies } from './raw-body.ts'
import { MAX_RECORD_BYTES, type RawRecord, setAside } from './raw-records.ts'
import { withoutCodes } from './redact.ts'
import { answeredSoon, retryLater } from './retry-later.ts'
import { isSignedByWaha } from './verify-signature.ts'

export type WahaHookDeps = {
  readonly registry: Pick<Registry, 'connection' | 'connections'>
  readonly vault: Pick<Vault, 'get'>
  readonly journal: Journal
  readonly now: () => Date
  readonly config: {
    /** Signs the hooks of sessions that have no key of their own. */
    readonly WAHA_HMAC_KEY: string | null
  }
}

const SIGNATURE = 'x-webhook-hmac'

/** WAHA tries for most of a day and never changes the header meanwhile. */
const OLDEST_MS = 48 * 3_600_000
const NEWEST_MS = 10 * 60_000

/**
 * `POST /hooks/waha/{connection_id}`: what WAHA tells of a session, journalled as it is before it is answered;
 * only codes that pair a phone are left out, and then the exact body too. Needs a context of its own: it takes
 * bodies as raw bytes.
 */
export function wahaHook(app: FastifyInstance, deps: WahaHookDeps): void {
  const secrets = hookSecrets(deps.vault, ['hmac_key', 'hmac_key_previous'])
  const admit = admissionQueue()
  takeRawBodies(app, MAX_BODY_BYTES)
  app.addHook('onReady', async () => {
    secrets.warm(deps.registry).catch((err: unknown) => app.log.warn({ err }, 'secrets not warm'))
  })
  app.addHook('onRequest', async (request) => {
    connectionOf(deps, request)
    signatureInHead(request, SIGNATURE, /^[0-9a-f]{128}$/i)
  })
  app.post('/hooks/waha/:connection_id', async (request, reply) => {
    await answeredSoon(receive(deps, { secrets, admit }, request))
    return reply.code(200).send({})
  })
}

async function receive(
  deps: WahaHookDeps,
  { secrets, admit }: { secrets: HookSecrets; admit: Admit },
  request: FastifyRequest,
): Promise<void> {
  const connection = connectionOf(deps, request)
  const body = rawBodyOf(request)
  const signature = await verified(deps, secrets, connection, request, body)
  const parsed = parsePost(Buffer.concat(body))
  if (parsed === null || !isRecord(parsed.post))
    throw new HttpProblem(400, 'invalid_body', 'the body is not a JSON object')
  const { record, redacted } = rawRecord(connection, parsed.post)
  const post: ReceivedPost = {
    source: 'freemium',
    body: parsed.text,
    signature,
    redacted,
    records: nestsTooDeep(parsed.text)
      ? [setAside('too_deep', parsed.text, connection.id), record]
      : [record],
    request_id: String(request.id),
    at: deps.now(),
  }
  const failure = await admit(() => journalPost(deps.journal, post), DEADLINES.hook)
  if (failure === null) return
  request.log.warn({ err: failure }, 'a POST of the gateway was not journalled; it comes again')
  throw retryLater('the log cannot be written now')
}

function connectionOf({ registry }: WahaHookDeps, { params }: FastifyRequest): ConnectionEntry {
  const { connection_id } = params as { connection_id: string }
  const connection = registry.connection(connection_id.toLowerCase())
  if (connection?.type !== 'freemium') throw notFound()
  return connection
}

/** The signature header of a POST that the gateway signed with the key of this connection. */
async function verified(
  { config, now }: WahaHookDeps,
  secrets: HookSecrets,
  connection: ConnectionEntry,
  { headers }: FastifyRequest,
  body: RawBody,
): Promise<string> {
  const signature = String(headers[SIGNATURE])
  const own = await secrets.of(connection)
  const shared = config.WAHA_HMAC_KEY
  const hasOwn = 'hmac_key' in connection.secret_refs
  const keys = hasOwn || shared === null ? own.secrets : [shared]
  if (!keys.some((key) => isSignedByWaha(key, body, signature))) {
    if (own.unreachable) throw retryLater('the secrets cannot be read now')
    freeNow(body)
    throw unsigned('x-webhook-hmac is not the HMAC-SHA512 of the body under this connection’s key')
  }
  const age = now().getTime() - Number(headers['x-webhook-timestamp'] ?? now().getTime())
  if (!(age <= OLDEST_MS && age >= -NEWEST_MS))
    throw unsigned('x-webhook-timestamp is too far from the time here; check both clocks')
  return signature
}

/** The event as the record of it. Its name follows from the gateway's own, which stays the same on retries. */
function rawRecord(connection: ConnectionEntry, envelope: Readonly<Record<string, unknown>>) {
  const event = eventName(envelope.event)
  const whole = withoutCodes(event, envelope)
  const id = asText(envelope.id)
  const named = id === null ? { name: [0] } : wahaName(connection, id)
  const record: RawRecord = { ...named, connection, event, ...fitting(whole) }
  return { record, redacted: whole !== envelope }
}

function wahaName({ id: connectionId }: ConnectionEntry, id: string) {
  return { name: ['waha', connectionId, id], named_by_provider: true } as const
}

/** A payload too large for a record is named there, and stands whole beside it. */
function fitting(whole: object): Pick<RawRecord, 'payload' | 'whole'> {
  if (jsonBytes(whole) <= MAX_RECORD_BYTES) return { payload: whole }
  const { id = null } = asRecord(asRecord(whole).payload)
  const { kept } = bounded(asRecord(whole), { slot: 'payload' })
  return { payload: { ...kept, payload: { id, oversized: true } }, whole }
}
