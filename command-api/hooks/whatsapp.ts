import type { PersonIds } from '@recado/application/person-ids'
import type { Registry } from '@recado/application/registry/registry'
import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import type { Journal } from '@recado/infra/event-store/event-store'
import { markAuthorised } from '@recado/infra/http/bounds/mark-authorised'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { traceOf } from '@recado/infra/http/trace-requests'
import { nestsTooDeep } from '@recado/infra/json-depth'
import type { AppHook } from '@recado/infra/providers/hook'
import { isEqual } from '@recado/infra/providers/signed-body'
import { hookName } from '@recado/infra/vault/hook-name'
import type { Vault } from '@recado/infra/vault/vault'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AppHooks, appHooks, type SpeaksFor } from './app-hooks.ts'
import { costOfPost } from './cost-of-post.ts'
import { hookSecrets } from './hook-secrets.ts'
import type { ReceivedPost } from './journal-post.ts'
import { type AmountByPayer, limitHookRate } from './limit-hook-rate.ts'
import { type ParsedPost, parsePost } from './parse-post.ts'
import { freeBody, rawBodyOf, receiveRawBodies } from './raw-body.ts'
import type { RawQuota } from './raw-quota.ts'
import { type RawRecord, rawRecords, setAsideRecord } from './raw-records.ts'
import { openPostRecorder, type RecordPost } from './record-post.ts'
import {
  invalidSignature,
  MAX_BODY_BYTES,
  noSuchHook,
  requireSignatureHeader,
} from './require-signature-header.ts'
import { answerSoon, type IsLate, retryLater } from './retry-later.ts'
import { countChanges, type RoutedChange, routeChanges } from './route-changes.ts'
import { warmSecretsWhenReady } from './warm-secrets.ts'

export type WhatsappHookDeps = {
  readonly registry: Pick<
    Registry,
    | 'connectionByPhoneNumberId'
    | 'connectionsOfWaba'
    | 'connectionsOfHook'
    | 'connections'
    | 'catchUp'
  >
  readonly vault: Pick<Vault, 'get'>
  readonly journal: Journal
  readonly personIds: PersonIds
  readonly rate: SharedRate
  /** The rate of what concerns no account. */
  readonly nobodysRate: SharedRate
  readonly quota: RawQuota
  readonly now: () => Date
  readonly config: {
    /** The token that Meta repeats when it verifies the address. */
    readonly WHATSAPP_VERIFY_TOKEN: string | null
    /** The secret of the address without a last part. */
    readonly WHATSAPP_APP_SECRET: string | null
    readonly VAULT_KEY: Buffer
    readonly VAULT_KEY_BEFORE: Buffer | null
  }
}

type Sender = { readonly type: string; readonly hook: AppHook }

/** Meta batches at most 1,000 changes into one POST. */
const MAX_CHANGES = 1_000

/**
 * `GET|POST /hooks/whatsapp/{hook}`: Meta's verification challenge, and its webhooks, which are journalled unchanged
 * before 200 is answered. The head is checked before the body is read. Needs a Fastify context of its own, because it
 * replaces the body parsers.
 */
export function whatsappHook(app: FastifyInstance, deps: WhatsappHookDeps, sender: Sender): void {
  const { hook: meta } = sender
  const { WHATSAPP_APP_SECRET: ownSecret } = deps.config
  const secrets = hookSecrets(deps.vault, meta.credentials)
  const nameOf = (secret: string) => hookName(deps, secret)
  const hooks = appHooks({ registry: deps.registry, hook: meta, secrets, nameOf, ownSecret })
  const named = ({ params }: FastifyRequest) =>
    (params as { hook?: string }).hook?.toLowerCase() ?? null
  const record = openPostRecorder(deps)
  receiveRawBodies(app, MAX_BODY_BYTES)
  warmSecretsWhenReady(app, secrets, deps.registry)
  app.addHook('onRequest', async (request) => {
    const hook = named(request)
    if (!(await answerSoon(() => hooks.isKnown(hook)))) throw noSuchHook()
    if (request.method === 'POST') requireSignatureHeader(request, meta.header, meta.form)
  })
  for (const url of [`/hooks/${meta.path}`, `/hooks/${meta.path}/:hook`]) {
    app.get(url, async (request, reply) => {
      const text = challenge(deps, request.query as Record<string, unknown>)
      return reply.type('text/plain; charset=utf-8').send(text)
    })
    app.post(url, async (request, reply) => {
      const address = { ...sender, hooks, named: named(request), record }
      await answerSoon((isLate) => receive(deps, address, request, isLate))
      return reply.code(200).send({})
    })
  }
}

function challenge({ config }: WhatsappHookDeps, query: Record<string, unknown>): string {
  const token = query['hub.verify_token']
  const ours = config.WHATSAPP_VERIFY_TOKEN ?? ''
  if (ours === '' || typeof token !== 'string' || !isEqual(ours, token))
    throw new HttpProblem(403, 'forbidden', 'hub.verify_token is not the one this service expects')
  if (query['hub.mode'] !== 'subscribe')
    throw new HttpProblem(403, 'forbidden', 'hub.mode must be subscribe')
  return String(query['hub.challenge'] ?? '')
}

type Address = Sender & { hooks: AppHooks; named: string | null; record: RecordPost }

async function receive(
  deps: WhatsappHookDeps,
  address: Address,
  request: FastifyRequest,
  isLate: IsLate,
): Promise<void> {
  const { body, signature, signer: known } = await verifyPost(address, request)
  let signer = known
  const parsed = parsePost(Buffer.concat(body))
  if (parsed === null) throw new HttpProblem(400, 'invalid_body', 'the body is not valid JSON')
  let changes = changesOf(parsed, deps, signer.speaksFor)
  if (changes?.some(isUnrouted)) {
    // Another process may just have registered the number. Journalled as unrouted, the change would never reach it.
    if (!(await deps.registry.catchUp()))
      throw retryLater('not all registered numbers are known yet')
    signer = (await verifyPost(address, request)).signer
    changes = changesOf(parsed, deps, signer.speaksFor)
  }
  const { accounts, nobodys, bytes, rest } = costOfPost(parsed, changes, signer)
  await limitHookRate(deps.nobodysRate, nobodys)
  await limitHookRate(deps.rate, accounts)
  const payer = largestPayer(accounts) ?? largestPayer(nobodys) ?? rest
  const post: ReceivedPost = {
    source: address.type,
    body: parsed.text,
    signature,
    records: recordsOf(parsed, changes),
    payer,
    request_id: String(request.id),
    traceparent: traceOf(request),
    at: deps.now(),
  }
  const tenant = { account_id: payer, id: signer.hook }
  await address.record({ post, payer: tenant, bytes, rest }, request, isLate)
}

/** The one who pays most; undefined when nobody pays. */
function largestPayer(paid: AmountByPayer): string | undefined {
  return [...paid].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** The changes of a POST; null when there are too many. */
function changesOf(
  { post }: ParsedPost,
  { registry }: WhatsappHookDeps,
  speaksFor: SpeaksFor,
): readonly RoutedChange[] | null {
  return countChanges(post) > MAX_CHANGES ? null : routeChanges(post, registry, speaksFor)
}

function isUnrouted({ connections }: RoutedChange): boolean {
  return connections.length === 0
}

/** The body with its signature, and the app that signed it. @throws HttpProblem 401, 503 */
async function verifyPost({ hook, hooks, named }: Address, request: FastifyRequest) {
  const body = rawBodyOf(request)
  const signature = String(request.headers[hook.header])
  const signer = await hooks.identifySigner(named, { body, signature })
  if (signer === 'unreachable') throw retryLater('the secrets cannot be read now')
  if (signer === 'forged') {
    freeBody(body)
    throw invalidSignature(
      `${hook.header} is not the signature of the body under the secret of this address`,
    )
  }
  markAuthorised(request.raw)
  return { body, signature, signer }
}

/** The records of a POST. One that exceeds a bound gets a record for the operator; its bytes are stored too. */
function* recordsOf(
  { text }: ParsedPost,
  changes: readonly RoutedChange[] | null,
): Generator<RawRecord> {
  if (nestsTooDeep(text)) yield setAsideRecord('too_deep', text, null)
  if (changes === null) yield setAsideRecord('too_many_changes', text, null)
  else yield* rawRecords(changes)
}
