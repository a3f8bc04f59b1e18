import { setTimeout as delay } from 'node:timers/promises'
import type { Directory } from '@recado/infra/directory/directory'
import type { Journal } from '@recado/infra/event-store/event-store'
import type { Vault } from '@recado/infra/vault/vault'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type HookSecrets, hookSecrets } from './hook-secrets.ts'
import { journalPost } from './journal-post.ts'
import { rawRecords } from './raw-records.ts'
import { routeChanges } from './route-changes.ts'
import { signedChanges } from './signed-changes.ts'
import { isEqual } from './verify-signature.ts'

export type WhatsappHookDeps = {
  readonly directory: Pick<
    Directory,
    'connectionByPhoneNumberId' | 'connectionsOfWaba' | 'connections'
  >
  readonly vault: Pick<Vault, 'get'>
  readonly journal: Journal
  /** What Meta was told to show when it asks whether the address is ours. */
  readonly verifyToken: string
  readonly now: () => Date
  /** How long Meta waits for the log before it is told to come again; it gives up at 5 s itself. */
  readonly answerWithinMs?: number
}

/** Meta's POSTs have at most 3 MB. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

/**
 * `GET|POST /hooks/whatsapp`: Meta's verification challenge, and its webhooks, which are journalled as they
 * are before they are answered. Register it in a context of its own: it takes bodies as raw bytes.
 */
export async function whatsappHook(app: FastifyInstance, deps: WhatsappHookDeps): Promise<void> {
  const secrets = hookSecrets(deps.vault, ['app_secret', 'app_secret_previous'])
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
  app.addHook('onReady', async () => {
    // In the background: the address answers at once, an unread secret is read when it is needed.
    secrets.warm(deps.directory).catch((err: unknown) => app.log.warn({ err }, 'secrets not warm'))
  })
  const hidden = { schema: { hide: true } as object }
  app.get('/hooks/whatsapp', hidden, async (request, reply) => challenge(deps, request, reply))
  app.post('/hooks/whatsapp', { bodyLimit: MAX_BODY_BYTES, ...hidden }, (request, reply) =>
    receive(deps, secrets, request, reply),
  )
}

function challenge(deps: WhatsappHookDeps, request: FastifyRequest, reply: FastifyReply) {
  const query = request.query as Record<string, unknown>
  const token = query['hub.verify_token']
  const isOurs = typeof token === 'string' && isEqual(deps.verifyToken, token)
  if (query['hub.mode'] !== 'subscribe' || !isOurs)
    return problem(reply, 403, 'forbidden', 'hub.mode or hub.verify_token is not what it should be')
  return reply.type('text/plain').send(String(query['hub.challenge'] ?? ''))
}

async function receive(
  deps: WhatsappHookDeps,
  secrets: HookSecrets,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const parsed = parse(bytes)
  if (parsed === null) return problem(reply, 400, 'invalid_body', 'the body is not JSON')
  const changes = routeChanges(parsed.post, deps.directory)
  const header = request.headers['x-hub-signature-256']
  const signature = typeof header === 'string' ? header : undefined
  const verdict = await signedChanges(deps.directory, secrets, changes, { bytes, signature })
  if (verdict === 'unreachable') return unavailable(reply, 'the secrets cannot be read now')
  if (verdict === 'forged')
    return problem(
      reply,
      401,
      'unauthorized',
      'x-hub-signature-256 fits no app secret of the number',
    )
  const work = journalPost(deps.journal, {
    source: 'official',
    body: parsed.text,
    signature: signature ?? null,
    records: rawRecords(verdict),
    request_id: String(request.id),
    at: deps.now(),
  })
  const stored = await inTime(work, deps.answerWithinMs ?? 3_000)
  if (stored === true) return reply.code(200).send({})
  request.log.error({ err: stored }, 'a POST of the provider was not journalled; it comes again')
  return unavailable(reply, 'the log cannot be written now')
}

function parse(bytes: Buffer): { post: unknown; text: string } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { post: JSON.parse(text), text }
  } catch {
    return null
  }
}

async function inTime(work: Promise<void>, ms: number): Promise<true | unknown> {
  const timer = new AbortController()
  const late = delay(ms, new Error(`the log did not answer within ${ms} ms`), timer)
  try {
    const outcome = await Promise.race([work.then(() => true as const), late])
    timer.abort()
    return outcome
  } catch (error) {
    timer.abort()
    return error
  } finally {
    late.catch(() => undefined)
    work.catch(() => undefined)
  }
}

function unavailable(reply: FastifyReply, message: string) {
  return problem(reply.header('retry-after', '5'), 503, 'unavailable', message)
}

function problem(reply: FastifyReply, status: number, code: string, message: string) {
  return reply.code(status).send({ error: { code, message } })
}
