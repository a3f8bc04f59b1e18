import { markAuthorised } from '@recado/infra/http/bounds/mark-authorised'
import { HttpProblem, notFound, unavailable } from '@recado/infra/http/http-problem'
import { readJson } from '@recado/infra/http/json-body'
import { addAccountToLog } from '@recado/infra/http/request-log'
import { bodyProblem } from '@recado/infra/http/schema-issues'
import type { AccountEntry } from '@recado/infra/registry-entries'
import { SecretMissing } from '@recado/infra/vault/vault'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CommandDeps } from '../deps.ts'
import { waitForReadModels } from '../routing/wait-for-read-models.ts'
import { costOfBytes, limitHookRate, POST_UNITS } from './limit-hook-rate.ts'
import { type RecordedSale, recordSale } from './record-sale.ts'
import { invalidSignature } from './require-signature-header.ts'
import { answerSoon } from './retry-later.ts'
import type { SalePlatform, SalePost } from './sale-platform.ts'

const MAX_BODY_BYTES = 64 * 1024

/**
 * The hook at which a platform posts notices of sales, signed with the account's sales secret. Notices may arrive late,
 * repeatedly and in any order. Needs a Fastify context of its own: the signature covers the raw bytes.
 */
export function saleHook(platform: SalePlatform) {
  const url = `/hooks/${platform.path}/:account_id`
  return (app: FastifyInstance, deps: CommandDeps): void => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
    // The head is checked before the body is read.
    app.addHook('onRequest', async (request) => {
      accountOf(deps, request)
      if (!platform.mayBeSigned(request.headers)) throw invalidSignature(platform.signatureRule)
    })
    app.post(url, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const account = accountOf(deps, request)
      addAccountToLog(request, account.id)
      const { sale, position } = await answerSoon(() => receive(platform, deps, account, request))
      if (position !== null)
        reply.headers(await waitForReadModels({ request, account }, position, deps))
      return reply.code(200).send({ data: sale })
    })
  }
}

function accountOf({ registry }: CommandDeps, { params }: FastifyRequest): AccountEntry {
  const { account_id } = params as { account_id: string }
  const account = registry.account(account_id.toLowerCase())
  if (account === undefined) throw notFound()
  return account
}

async function receive(
  platform: SalePlatform,
  deps: CommandDeps,
  account: AccountEntry,
  request: FastifyRequest,
): Promise<RecordedSale> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  await requireSigned(platform, deps, account, { headers: request.headers, bytes })
  markAuthorised(request.raw)
  await limitHookRate(
    deps.hookRate,
    new Map([[account.id, POST_UNITS + 1 + costOfBytes(bytes.length)]]),
  )
  const notice = platform.notice.safeParse(readJson(bytes, request.headers), {
    reportInput: true,
  })
  if (!notice.success) throw bodyProblem(notice.error.issues)
  const recorded = await recordSale(deps, account.id, notice.data, request)
  if (recorded instanceof HttpProblem) throw recorded
  return recorded
}

async function requireSigned(
  { isSigned, signatureRule }: SalePlatform,
  { vault, now }: CommandDeps,
  account: AccountEntry,
  post: SalePost,
): Promise<void> {
  const secret = await vault
    .get({ account_id: account.id, reference: account.sales_secret_ref })
    .catch((error: unknown) => {
      // Without the secret no signature can be valid: 401. A vault that does not answer may answer later: 503.
      if (error instanceof SecretMissing) return null
      throw unavailable('the secrets cannot be read now; send the same again', 5)
    })
  if (secret !== null && isSigned(post, secret, now())) return
  throw invalidSignature(signatureRule)
}
