import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { type Ids, streamOf } from '@recado/application/ids'
import { phoneProblem, type SaleNotice, type Sale as ShownSale } from '@recado/contract/sale'
import { conversation } from '@recado/domain/conversation/conversation'
import { buyerPhone } from '@recado/domain/sale/buyer-phone'
import { recordNotice } from '@recado/domain/sale/record-notice'
import { type Sale, sale } from '@recado/domain/sale/sale'
import { type HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { traceOf } from '@recado/infra/http/trace-requests'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { FastifyRequest } from 'fastify'
import type { CommandDeps } from '../deps.ts'
import { positionToRead } from '../routing/position-to-read.ts'

export type RecordedSale = { readonly sale: ShownSale; readonly position: bigint | null }

/** Records a notice of a sale. Needs only the log. @returns 404 for a conversation that is not the account's */
export async function recordSale(
  deps: CommandDeps,
  accountId: string,
  notice: SaleNotice,
  request: FastifyRequest,
): Promise<RecordedSale | HttpProblem> {
  const named = notice.conversation_id ?? null
  const found =
    named === null
      ? null
      : await conversationOf(deps, { account_id: accountId, conversation_id: named })
  if (named !== null && found === null) return notFound()
  const id = deps.personIds.saleId({
    account_id: accountId,
    source: notice.source,
    external_id: notice.external_id,
  })
  const context = contextOf(deps, accountId, notice.source, request)
  const own = deps.registry.connectionsOf(accountId).flatMap(ownNumber)
  const command = commandOf(id, notice, { found, own }, context.now().toISOString())
  const execution = { aggregate: sale, id, decide: recordNotice, command, context }
  const done = await execute(deps, execution)
  if (done.refused !== undefined || done.state === null) return notFound()
  const position = await positionToRead(deps, streamOf(sale, id), done.position)
  return { sale: shownSale(done.state), position }
}

type Known = {
  readonly found: { readonly conversation_id: string; readonly contact_id: string } | null
  /** The account's own numbers. */
  readonly own: readonly string[]
}

function ownNumber({ phone_number_digits, released }: ConnectionEntry): string[] {
  return phone_number_digits === null || released ? [] : [phone_number_digits]
}

function commandOf(
  sale_id: string,
  { conversation_id: _, phone, ...notice }: SaleNotice,
  { found, own }: Known,
  at: string,
) {
  return {
    ...notice,
    sale_id,
    fee_cents: notice.fee_cents ?? null,
    product_name: notice.product_name ?? null,
    product_id: notice.product_id ?? null,
    ...(phone == null ? { phone: null } : buyerPhone(phone, own)),
    conversation: found,
    at,
  }
}

async function conversationOf(
  deps: CommandDeps,
  { account_id, conversation_id: named }: Ids<'account_id' | 'conversation_id'>,
) {
  const { state } = await load(deps, conversation, streamOf(conversation, named))
  if (state === null) return null
  const { connection_id, conversation_id, contact_id } = state
  const owner = deps.registry.connection(connection_id)?.account_id
  return owner === account_id ? { conversation_id, contact_id } : null
}

function contextOf(
  { now, newId, personIds }: CommandDeps,
  account_id: string,
  source: string,
  request: FastifyRequest,
): CommandContext {
  const id = personIds.requestId({ account_id, request_id: request.id })
  const chain = {
    correlation_id: id,
    causation_id: id,
    request_id: id,
    traceparent: traceOf(request),
  }
  return { account_id, actor: { type: 'provider', id: source }, ...chain, now, newId }
}

function shownSale(state: NonNullable<Sale>): ShownSale {
  const { sale_id, source, provider, status, gross_cents, fee_cents, currency } = state
  const { product_name, product_id, conversation_id, occurred_at } = state
  const phone_problem = phoneProblem(state)
  return {
    id: sale_id,
    source,
    provider,
    status,
    gross_cents,
    fee_cents,
    currency,
    product_name,
    product_id,
    conversation_id,
    phone_problem,
    created_at: occurred_at,
  }
}
