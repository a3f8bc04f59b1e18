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
import { waitForReadModels } from '../routing/wait-for-read-models.ts'
import { unsigned } from './check-signature-header.ts'
import { costOfBytes, limitHookRate, POST_UNITS } from './limit-hook-rate.ts'
import { type RecordedSale, recordSale } from './record-sale.ts'
import { answeredSoon } from './retry-later.ts'
import { isServiceSigned, mayBeServiceSigned } from './service-signature.ts'

const MAX_BODY_BYTES = 64 * 1024
const WRONG_SIGNATURE =
  'x-service-signature must be t=<unix seconds>,v1=<hex hmac-sha256 of "{t}.{body}"> with the sales secret of the account, at most 5 minutes old'

/**
 * `POST /hooks/sales/{account_id}`: a shop's notice of a sale, signed with the account's sales secret. Notices may
 * arrive late, repeatedly and in any order. Needs a Fastify context of its own: the signature covers the raw bytes.
 */
export function salesHook(app: FastifyInstance, deps: CommandDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
  // The head is judged before the body is read.
  app.addHook('onRequest', async (request) => {
    accountOf(deps, request)
    if (!mayBeServiceSigned(signatureOf(request))) throw unsigned(WRONG_SIGNATURE)
  })
  app.post('/hooks/sales/:account_id', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const account = accountOf(deps, request)
    logsFor(request, account.id)
    const { sale, position } = await answeredSoon(() => receive(deps, account, request))
    if (position !== null) reply.headers(await waitForReadModels({ request }, position, deps))
    return reply.code(200).send({ data: sale })
  })
}

function accountOf({ registry }: CommandDeps, { params }: FastifyRequest): AccountEntry {
  const { account_id } = params as { account_id: string }
  const account = registry.account(account_id.toLowerCase())
  if (account === undefined) throw notFound()
  return account
}

function signatureOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['x-service-signature']
  return typeof header === 'string' ? header : undefined
}

async function receive(
  deps: CommandDeps,
  account: AccountEntry,
  request: FastifyRequest,
): Promise<RecordedSale> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  await requireSigned(deps, account, bytes, signatureOf(request))
  markAuthorised(request.raw)
  await limitHookRate(
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
  signature: string | undefined,
): Promise<void> {
  const secret = await vault
    .get({ account_id: account.id, reference: account.sales_secret_ref })
    .catch((error: unknown) => {
      // Without the secret no signature can be valid: 401. A vault that is unavailable may return: 503.
      if (error instanceof SecretMissing) return null
      throw unavailable('the secrets cannot be read now; send the same again', 5)
    })
  if (secret !== null && isServiceSigned(secret, bytes, signature, now())) return
  throw unsigned(WRONG_SIGNATURE)
}
