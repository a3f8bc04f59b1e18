import { noteCredentials } from '@recado/application/sending/note-credentials'
import { inbound } from '@recado/contract/example-values'
import { LogIdText, MessageLogId } from '@recado/contract/ids'
import { includesOfficial } from '@recado/domain/account/plan'
import { markRead } from '@recado/domain/message/mark-read'
import { message } from '@recado/domain/message/message'
import {
  HttpProblem,
  invalidInput,
  notFound,
  upgradeRequired,
} from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import { type Able, MARKS_READ, requireAbility } from '@recado/infra/http/require-connection'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { OpenProvider } from '@recado/infra/providers/provider'
import { providerFailed, providerRefused } from '@recado/infra/providers/provider-problem'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandRoute } from '../routing/command-route.ts'
import { commandContext } from '../routing/request-context.ts'
import type { KeyInput } from '../routing/route.ts'

type Found = {
  readonly id: string
  readonly connection_id: string
  readonly direction: 'inbound' | 'outbound'
  readonly status: string
  readonly provider_message_id: string | null
  /** Whether its person was erased. */
  readonly erased: boolean
}

const Marking = z.object({
  typing: z
    .boolean()
    .nullish()
    .describe('Shows the person that somebody writes. Null counts as left out.'),
})

const Marked = z
  .object({ id: MessageLogId, status: z.literal('read').describe('The new status.') })
  .describe('The message that was marked.')

export const markReadRoute = commandRoute({
  method: 'POST',
  operationId: 'markMessageRead',
  url: '/messages/:id/read',
  summary: 'Mark an inbound message as read',
  description:
    'The status of this message becomes read. The unread count then counts only messages after it, but the status of ' +
    'earlier messages stays. Marking the message again changes nothing. With `typing` the person also sees, until the ' +
    'next message or for 25 seconds, that somebody writes.',
  availability: 'official',
  // The connection's ability is checked before the plan.
  planGate: 'handler',
  params: z.object({
    id: LogIdText.describe('The `id` of an inbound message, not its message_id.'),
  }),
  body: Marking,
  requestExamples: {
    typing: { summary: 'And show that somebody writes', value: { typing: true } },
  },
  problems: [422, 502],
  prepare: async (input, deps) => {
    const found = await findMarkable(input, deps)
    if (found instanceof HttpProblem) return found
    return (await markAtProvider(found, input, deps)) ?? found
  },
  aggregate: message,
  stream: ({ row }) => row.id,
  command: ({ at }) => ({ at }),
  decide: markRead,
  refusals: { message_not_found: notFound, not_inbound: notFound },
  reply: { 200: z.object({ data: Marked }) },
  replyExamples: { 200: { value: { data: { id: inbound.log_id, status: 'read' } } } },
  answer: ({ params }) => ({ data: { id: params.id, status: 'read' as const } }),
})

type Markable = Able<NonNullable<OpenProvider['markRead']>> & { readonly row: Found }

/** Finds the message. Checks, in this order, the connection's ability, the plan, and the message. */
async function findMarkable(
  { account, params }: KeyInput<{ id: number }, unknown, unknown>,
  { pool, registry, providers }: CommandDeps,
): Promise<Markable | HttpProblem> {
  const [row] = await runOn(pool)<Found>(sql`
    select id, connection_id, direction, status, provider_message_id, exists (
      select from contacts met join contacts person on person.id = met.survivor_id
      where met.id = messages.contact_id and person.erased) as erased
    from messages where log_id = ${params.id} and ${belongsTo(account.id)}`)
  const connection = registry.connection(row?.connection_id ?? '')
  const able = connection && requireAbility(providers, connection, MARKS_READ)
  if (able instanceof HttpProblem) return able
  if (!includesOfficial(account.plan)) return upgradeRequired()
  if (row === undefined || able === undefined) return notFound()
  return row.direction === 'inbound'
    ? { row, ...able }
    : invalidInput('id must be that of an inbound message; this one was sent by the business')
}

/**
 * Marks the message at the provider, unless it is already marked and nobody types, or its person was erased.
 * @returns the provider's problem, if any
 */
async function markAtProvider(
  { row, connection, ability: mark }: Markable,
  input: KeyInput<unknown, unknown, z.output<typeof Marking>>,
  deps: CommandDeps,
): Promise<HttpProblem | null> {
  const isTyping = input.body.typing === true
  if (row.erased || (row.status === 'read' && !isTyping)) return null
  const result = await aside(input, () => mark(connection, row.provider_message_id, isTyping))
  noteCredentials(deps, connection, result, commandContext(input, deps))
  if (result.kind === 'refused') return providerRefused(result.error)
  return result.kind === 'failed' ? providerFailed(result.error) : null
}
