import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { noteCredentials } from '@recado/application/sending/note-credentials'
import { canDo } from '@recado/contract/connection'
import { LogId, LogIdText } from '@recado/contract/ids'
import { markRead } from '@recado/domain/message/mark-read'
import { message } from '@recado/domain/message/message'
import {
  HttpProblem,
  invalidInput,
  notFound,
  upgradeRequired,
} from '@recado/infra/http/http-problem'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { providerFailed, providerRefused } from '@recado/infra/providers/provider-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../request-context.ts'
import { type KeyInput, route } from '../route.ts'

/** What is looked up by the log id. */
type Found = {
  readonly id: string
  readonly connection_id: string
  readonly direction: 'inbound' | 'outbound'
  readonly status: string
  readonly provider_message_id: string | null
}

export const markReadRoute = route({
  method: 'POST',
  operationId: 'markMessageRead',
  url: '/messages/:id/read',
  summary: 'Mark an inbound message as read',
  description:
    'The status of this message becomes read. For the unread count the earlier messages of the conversation are ' +
    'read too, later ones are not. Marking again changes nothing.',
  availability: 'official',
  // A connection that cannot do it is told before the plan is.
  planGate: 'handler',
  params: z.object({ id: LogIdText }),
  reply: { 200: z.object({ data: z.object({ id: LogId, status: z.literal('read') }) }) },
  replyExamples: { 200: { value: { data: { id: 48211, status: 'read' } } } },
  problems: [422, 502],
  handle: async (input, deps) => {
    const found = await findMarkable(input, deps)
    if (found instanceof HttpProblem) return found
    const context = commandContext(input, deps)
    const problem = await tellProvider(found, context, deps)
    if (problem !== null) return problem
    const command = { at: context.now().toISOString() }
    const { id } = found.row
    const done = await execute(deps, { aggregate: message, id, decide: markRead, command, context })
    if (!('position' in done)) return notFound()
    const data = { id: input.params.id, status: 'read' as const }
    return { status: 200, body: { data }, position: done.position }
  },
})

type Markable = { readonly row: Found; readonly connection: ConnectionEntry }

/** The message and its connection: first what the connection can do, then the plan, then the message. */
async function findMarkable(
  { account, params }: KeyInput<{ id: number }, unknown, unknown>,
  { pool, registry }: CommandDeps,
): Promise<Markable | HttpProblem> {
  const [row] = await runOn(pool)<Found>(sql`
    select id, connection_id, direction, status, provider_message_id from messages
    where log_id = ${params.id} and ${belongsTo(account.id)}`)
  const connection = registry.connection(row?.connection_id ?? '')
  if (connection && !canDo(connection.type, 'mark_read'))
    return invalidInput('the connection does not support mark-read; official connections do')
  if (account.plan === 'basic') return upgradeRequired()
  if (row === undefined || connection === undefined) return notFound()
  return row.direction === 'inbound'
    ? { row, connection }
    : invalidInput('id must be that of an inbound message; this one was sent by the business')
}

/** What is marked already is not told again. @returns why the provider does not take it */
async function tellProvider(
  { row, connection }: Markable,
  context: CommandContext,
  deps: CommandDeps,
): Promise<HttpProblem | null> {
  if (row.status === 'read') return null
  const result = await deps.graph.call(connection, {
    method: 'POST',
    path: `/${connection.phone_number_id}/messages`,
    json: { messaging_product: 'whatsapp', status: 'read', message_id: row.provider_message_id },
  })
  noteCredentials(deps, connection, result, context)
  if (result.kind === 'refused') return providerRefused(result.error)
  return result.kind === 'failed' ? providerFailed(result.error) : null
}
