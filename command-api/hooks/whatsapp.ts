import { DEADLINES } from '@recado/infra/deadlines'
import type { Directory } from '@recado/infra/directory/directory'
import type { Journal } from '@recado/infra/event-store/event-store'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { Vault } from '@recado/infra/vault/vault'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type HookSecrets, hookSecrets } from './hook-secrets.ts'
import { answeredSoon, comeAgain, type InTime, inTurnAndTime } from './in-time.ts'
import { journalPost, type ReceivedPost } from './journal-post.ts'
import { parsePost } from './parse-post.ts'
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
  readonly now: () => Date
  readonly config: {
    /** What Meta was told to repeat when it asks whether the address is ours. */
    readonly WHATSAPP_VERIFY_TOKEN: string | null
  }
}

/** Meta's POSTs have at most 3 MB. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

/**
 * `GET|POST /hooks/whatsapp`: Meta's verification challenge, and its webhooks, which are journalled as they
 * are before they are answered. Needs a context of its own: it takes bodies as raw bytes.
 */
export function whatsappHook(app: FastifyInstance, deps: WhatsappHookDeps): void {
  const secrets = hookSecrets(deps.vault, ['app_secret', 'app_secret_previous'])
  const inTime = inTurnAndTime()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
  app.addHook('onReady', async () => {
    // In the background: the address answers at once, an unread secret is read when it is needed.
    secrets.warm(deps.directory).catch((err: unknown) => app.log.warn({ err }, 'secrets not warm'))
  })
  app.get('/hooks/whatsapp', async (request, reply) => {
    const text = challenge(deps, request.query as Record<string, unknown>)
    return reply.type('text/plain; charset=utf-8').send(text)
  })
  app.post('/hooks/whatsapp', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    await answeredSoon(receive(deps, { secrets, inTime }, request))
    return reply.code(200).send({})
  })
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

async function receive(
  deps: WhatsappHookDeps,
  { secrets, inTime }: { secrets: HookSecrets; inTime: InTime },
  request: FastifyRequest,
): Promise<void> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const parsed = parsePost(bytes)
  if (parsed === null) throw new HttpProblem(400, 'invalid_body', 'the body is not valid JSON')
  const changes = routeChanges(parsed.post, deps.directory)
  const header = request.headers['x-hub-signature-256']
  const signature = typeof header === 'string' ? header : undefined
  const believed = await signedChanges(deps.directory, secrets, changes, { bytes, signature })
  if (believed === 'unreachable') throw comeAgain('the secrets cannot be read now')
  if (believed === 'forged')
    throw new HttpProblem(
      401,
      'unauthorized',
      'x-hub-signature-256 fits no app secret of the numbers in the body',
    )
  const post: ReceivedPost = {
    source: 'official',
    body: parsed.text,
    signature: signature ?? null,
    records: rawRecords(believed),
    request_id: String(request.id),
    at: deps.now(),
  }
  const failure = await inTime(() => journalPost(deps.journal, post), DEADLINES.hook)
  if (failure === null) return
  request.log.warn({ err: failure }, 'a POST of the provider was not journalled; it comes again')
  throw comeAgain('the log cannot be written now')
}
