import { SaleNotice } from '@recado/contract/sale'
import { markAuthorised } from '@recado/infra/http/bounds/authorised'
import { HttpProblem, notFound, unavailable } from '@recado/infra/http/http-problem'
import { readJson } from '@recado/infra/http/json-body'
import { logsFor } from '@recado/infra/http/request-log'
import { bodyProblem } from '@recado/infra/http/schema-issues'
import type { AccountEntry } from '@recado/infra/registry-entries'
import { SecretMissing } from '@recado/infra/vault/vault'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CommandDeps } from '../deps.ts'
import { waitForReadModels } from '../wait-for-read-models.ts'
import { costOfBytes, keepToRate, POST_UNITS } from './keep-to-rate.ts'
import { type RecordedSale, recordSale } from './record-sale.ts'
import { answeredSoon } from './retry-later.ts'
import { isServiceSigned } from './service-signature.ts'

const MAX_BODY_BYTES = 64 * 1024

/**
 * `POST /hooks/sales/{account_id}`: a shop's notice of a sale, signed with the account's sales secret. Notices may
 * arrive late, repeatedly and in any order. Needs a Fastify context of its own: the signature covers the raw bytes.
 */
export function salesHook(app: FastifyInstance, deps: CommandDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
  app.post<{ Params: { account_id: string } }>(
    '/hooks/sales/:account_id',
    { bodyLimit: MAX_BODY_BYTES },
    async (request, reply) => {
      const account = deps.registry.account(request.params.account_id.toLowerCase())
      if (account === undefined) throw notFound()
      logsFor(request, account.id)
      const { sale, position } = await answeredSoon(() => receive(deps, account, request))
      if (position !== null) reply.headers(await waitForReadModels(position, deps))
      return reply.code(200).send({ data: sale })
    },
  )
}

async function receive(
  deps: CommandDeps,
  account: AccountEntry,
  request: FastifyRequest,
): Promise<RecordedSale> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  await requireSigned(deps, account, bytes, request.headers['x-service-signature'])
  markAuthorised(request.raw)
  await keepToRate(
    deps.hookRate,
    new Map([[account.id, POST_UNITS + 1 + costOfBytes(bytes.length)]]),
  )
  const notice = SaleNotice.safeParse(readJson(bytes, request.headers), { reportInput: true })
  if (!notice.success) throw bodyProblem(notice.error.issues)
  const recorded = await recordSale(deps, account.id, notice.data, request)
  if (recorded instanceof HttpProblem) throw recorded
  return recorded
}

async function requireSigned(
  { vault, now }: CommandDeps,
  account: AccountEntry,
  bytes: Buffer,
  header: string | string[] | undefined,
): Promise<void> {
  const secret = await vault.get(account.id, account.sales_secret_ref).catch((error: unknown) => {
    // Without the secret no signature can be valid: 401. A vault that is unavailable may return: 503.
    if (error instanceof SecretMissing) return null
    throw unavailable('the secrets cannot be read now; send the same again', 5)
  })
  const signature = typeof header === 'string' ? header : undefined
  if (secret !== null && isServiceSigned(secret, bytes, signature, now())) return
  throw new HttpProblem(
    401,
    'unauthorized',
    'x-service-signature must be t=<unix seconds>,v1=<hex hmac-sha256 of "{t}.{body}"> with the sales secret of the account, at most 5 minutes old',
  )
}
