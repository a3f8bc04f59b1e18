import type { PersonIds } from '@recado/application/person-ids'
import type { Registry } from '@recado/application/registry/registry'
import { isRecord } from '@recado/domain/provider-event/loose-json'
import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import type { Journal } from '@recado/infra/event-store/event-store'
import { markAuthorised } from '@recado/infra/http/bounds/mark-authorised'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { addAccountToLog } from '@recado/infra/http/request-log'
import { traceOf } from '@recado/infra/http/trace-requests'
import { nestsTooDeep } from '@recado/infra/json-depth'
import type { ConnectionHook, HookConfig } from '@recado/infra/providers/hook'
import type { RawBody } from '@recado/infra/providers/signed-body'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Vault } from '@recado/infra/vault/vault'
import { jsonBytes } from '@recado/translation/bounded-fields'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type HookSecrets, hookSecrets } from './hook-secrets.ts'
import type { ReceivedPost } from './journal-post.ts'
import { costOfBytes, limitHookRate, POST_UNITS } from './limit-hook-rate.ts'
import { parsePost } from './parse-post.ts'
import { freeBody, rawBodyOf, receiveRawBodies } from './raw-body.ts'
import type { RawQuota } from './raw-quota.ts'
import { MAX_RECORD_BYTES, type RawRecord, setAsideRecord } from './raw-records.ts'
import { openPostRecorder, type RecordPost } from './record-post.ts'
import {
  invalidSignature,
  MAX_BODY_BYTES,
  requireSignatureHeader,
} from './require-signature-header.ts'
import { answerSoon, type IsLate, retryLater } from './retry-later.ts'
import { warmSecretsWhenReady } from './warm-secrets.ts'

export type ConnectionHookDeps = {
  readonly registry: Pick<Registry, 'connection' | 'connections'>
  readonly vault: Pick<Vault, 'get'>
  readonly journal: Journal
  readonly personIds: PersonIds
  readonly rate: SharedRate
  readonly quota: RawQuota
  readonly now: () => Date
  readonly config: HookConfig
}

type Sender = { readonly type: string; readonly hook: ConnectionHook }

type Receiver = ConnectionHookDeps &
  Sender & { readonly secrets: HookSecrets; readonly record: RecordPost }

/** The units that a POST costs in the account's hook rate: the POST itself, and its event. */
const EVENT_UNITS = POST_UNITS + 1
/** An event about the connection itself costs more, because all its listeners react to it. See ADR 55. */
const CONNECTION_EVENT_UNITS = 10
/** How old and how far ahead the time header may be: a gateway retries for most of a day with the header unchanged. */
const MAX_AGE_MS = 48 * 3_600_000
const MAX_AHEAD_MS = 10 * 60_000

/**
 * `POST /hooks/{path}/{connection_id}`: journals a gateway's event unchanged before it answers 200. Only pairing codes
 * are removed first, and then the exact body is not kept. Needs a Fastify context of its own, because it replaces the
 * body parsers.
 */
export function connectionHook(
  app: FastifyInstance,
  deps: ConnectionHookDeps,
  sender: Sender,
): void {
  const { hook, type } = sender
  const secrets = hookSecrets(deps.vault, hook.credentials)
  const receiver = { ...deps, hook, type, secrets, record: openPostRecorder(deps) }
  receiveRawBodies(app, MAX_BODY_BYTES)
  warmSecretsWhenReady(app, secrets, deps.registry)
  app.addHook('onRequest', async (request) => {
    connectionOf(receiver, request)
    requireSignatureHeader(request, hook.header, hook.form)
  })
  app.post(`/hooks/${hook.path}/:connection_id`, async (request, reply) => {
    await answerSoon((isLate) => receive(receiver, request, isLate))
    return reply.code(200).send({})
  })
}

async function receive(receiver: Receiver, request: FastifyRequest, isLate: IsLate): Promise<void> {
  const connection = connectionOf(receiver, request)
  const body = rawBodyOf(request)
  addAccountToLog(request, connection.account_id)
  const signature = await verifySignature(receiver, connection, request, body)
  const parsed = parsePost(Buffer.concat(body))
  if (parsed === null || !isRecord(parsed.post))
    throw new HttpProblem(400, 'invalid_body', 'the body is not a JSON object')
  const { record, redacted, units } = buildRecord(receiver, connection, parsed.post)
  const { id, account_id } = connection
  const bytes = Buffer.byteLength(parsed.text)
  await limitHookRate(receiver.rate, new Map([[account_id, units + costOfBytes(bytes)]]))
  const post: ReceivedPost = {
    source: receiver.type,
    body: parsed.text,
    signature,
    redacted,
    records: nestsTooDeep(parsed.text)
      ? [setAsideRecord('too_deep', parsed.text, connection.id), record]
      : [record],
    payer: account_id,
    request_id: String(request.id),
    traceparent: traceOf(request),
    at: receiver.now(),
  }
  const brought = new Map([[account_id, bytes]])
  const paid = { post, payer: { account_id, id }, bytes: brought, rest: account_id }
  await receiver.record(paid, request, isLate)
}

function connectionOf({ registry, type }: Receiver, { params }: FastifyRequest): ConnectionEntry {
  const { connection_id } = params as { connection_id: string }
  const connection = registry.connection(connection_id.toLowerCase())
  if (connection?.type !== type || connection.released) throw notFound()
  return connection
}

/** @returns the signature header of a POST that was signed with this connection's key @throws HttpProblem 401, 503 */
async function verifySignature(
  { hook, config, secrets, now }: Receiver,
  connection: ConnectionEntry,
  { headers, raw }: FastifyRequest,
  body: RawBody,
): Promise<string> {
  const signature = String(headers[hook.header])
  const own = await secrets.of(connection)
  const shared = hook.sharedSecret(config)
  const hasOwn = hook.credentials[0] in connection.secret_refs
  const keys = hasOwn || shared === null ? own.secrets : [shared]
  if (!keys.some((key) => hook.isSigned(key, body, signature))) {
    if (own.unreachable) throw retryLater('the secrets cannot be read now')
    freeBody(body)
    throw invalidSignature(
      `${hook.header} is not the ${hook.scheme} of the body under this connection’s key`,
    )
  }
  const age = now().getTime() - Number(headers[hook.timeHeader] ?? now().getTime())
  if (!(age <= MAX_AGE_MS && age >= -MAX_AHEAD_MS))
    throw invalidSignature(`${hook.timeHeader} is too far from the time here; check both clocks`)
  markAuthorised(raw)
  return signature
}

/** The record of an event. Its name is the gateway's event id, which stays the same on retries. */
function buildRecord(
  { hook }: Sender,
  connection: ConnectionEntry,
  post: Readonly<Record<string, unknown>>,
) {
  const { event, part, id, payload: whole, ofConnection, redacted } = hook.read(post)
  const named =
    id === null
      ? { name: [0] }
      : ({ name: [hook.path, connection.id, id], named_by_provider: true } as const)
  const fits = jsonBytes(whole) <= MAX_RECORD_BYTES
  const payload = fits ? { payload: whole } : { payload: hook.shortened(whole), whole }
  const of = { connection, event, ...(part !== undefined && { part }) }
  const record: RawRecord = { ...named, ...of, ...payload }
  return { record, redacted, units: ofConnection ? CONNECTION_EVENT_UNITS : EVENT_UNITS }
}
