import { messageSteps } from '@recado/application/trace/message-steps'
import { isOwn, type MessageFact, statusOf } from '@recado/application/trace/state-after'
import { type TracedWhy, tracedWhy } from '@recado/application/trace/why'
import { textOfKind } from '@recado/contract/bounds'
import { MessageTrace } from '@recado/contract/dashboard/trace'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../routing/query-route.ts'
import { findMessage } from './find-message.ts'
import { deliveriesOf, deliverySteps, MAX_DELIVERIES } from './read-deliveries.ts'
import { readFacts } from './read-facts.ts'
import { stepNames } from './step-names.ts'

/** What only the read models know of a message, such as a provider's id that only a status has reported. */
type Known = {
  readonly log_id: number
  readonly provider_message_id: string | null
  readonly earlier_provider_ids: readonly string[] | null
  readonly contact_id: string
  readonly name: string | null
  readonly phone: string | null
  readonly erased: boolean | null
}

/** GET /trace/messages/{id}. Facts come from the log, so that none is missing. */
export const getMessageTrace = queryRoute({
  operationId: 'traceMessage',
  url: '/trace/messages/:id',
  readsLog: true,
  summary: 'Trace a message',
  description:
    'Extension. Everything that happened to a message, in order: its request, each fact of the log, each call of the ' +
    'provider and each status it reported, each delivery and each POST of it. `why` names the rule behind a state that ' +
    'needs an explanation, and puts it into a sentence. GET /find finds a message by other values, such as ' +
    'an Idempotency-Key.',
  params: z.object({
    id: textOfKind('provider_id')
      .min(1)
      .describe(
        'The `message_id`, the `id` or a `provider_message_id` of the message. An id of a WAHA gateway may have its ' +
          'long form, such as `true_553187654321@c.us_3EB0BB`.',
      ),
  }),
  reply: z.object({ data: MessageTrace }),
  answer: async (input, run, { logOf, registry }) => {
    const { account, params } = input
    const id = await findMessage(params.id, { accountId: account.id, registry, run })
    if (id === null) return null
    const [row] = await run<Known>(sql`
      select m.log_id, m.provider_message_id, m.earlier_provider_ids,
        coalesce(c.id, m.contact_id) as contact_id, c.name, c.phone, c.erased
      from (select * from messages where id = ${id} and ${belongsTo(account.id)}) m
        left join contacts met on met.id = m.contact_id
        left join contacts c on c.id = met.survivor_id`)
    const joined = [row?.provider_message_id ?? null, ...(row?.earlier_provider_ids ?? [])]
    const { facts: read, isCut } = await readFacts(logOf(input), id, joined)
    // A process may have a destroyed key for a minute.
    const facts = row?.erased ? read.map((fact) => ({ ...fact, erased: true as const })) : read
    // Statuses of the provider may precede the message's own facts, and a send's echo is a message of its own.
    const own = facts.filter(isOwn).filter(({ data }) => data.message_id === id)
    const [first] = own
    if (first?.metadata.account_id !== account.id) return null
    const { conversation_id } = first.data
    const of = { message_id: id, conversation_id }
    const deliveries = await deliveriesOf(of, account.id, run)
    const delivered = deliverySteps(deliveries)
    const { steps, state } = messageSteps(facts, await stepNames(facts, account.id, run))
    const status = statusOf(state)
    const ordered = [...steps, ...delivered]
      .sort((a, b) => a.place - b.place)
      .map(({ step }) => step)
    const contact = row ? { id: row.contact_id, name: row.name, phone: row.phone } : null
    const known = { log_id: row?.log_id ?? null, status, conversation_id, contact }
    const subject = { kind: 'message' as const, id, ...known }
    return {
      data: {
        subject: { ...subject, ...contentOf(own.findLast(isReading) ?? first, state.isInbound) },
        why: asWhy(tracedWhy(state, deliveries)),
        steps: ordered,
        is_cut: isCut || deliveries.length === MAX_DELIVERIES,
        as_of: String(facts.at(-1)?.position ?? 0n),
      },
    }
  },
})

/** A newer translation, or a content that came later, replaces the message's content. */
function isReading({ type }: MessageFact): boolean {
  return type === 'MessageRetranslated' || type === 'MessageContentReceived'
}

function asWhy(reason: TracedWhy | null) {
  return reason === null ? null : { ...reason, because: [...reason.because] }
}

function contentOf({ data, erased }: MessageFact, inbound: boolean) {
  const direction = inbound ? ('inbound' as const) : ('outbound' as const)
  const said = 'intent' in data && 'message_type' in data.intent ? data.intent : data
  if ('message_type' in said)
    return { direction, type: said.message_type, text: erased ? '' : said.text }
  return { direction, type: 'unsupported', text: '' }
}
