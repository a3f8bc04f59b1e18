import type { Ids } from '@recado/application/ids'
import { Simulated, SimulatedStatus } from '@recado/contract/dashboard/simulate'
import { HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import type { Simulators } from '@recado/infra/http/sign-in/simulators'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { z } from 'zod'
import type { CommandDeps } from '../../deps.ts'
import { workflowRoute } from '../../routing/route.ts'
import { controlSimulatorOf, findSimulated } from './find-simulated.ts'

type Row = {
  readonly connection_id: string
  readonly direction: string
  readonly type: string
  readonly provider_message_id: string | null
  readonly phone: string | null
  readonly user_id: string | null
  readonly biz_opaque_callback_data: string | null
}

const ACKS = { failed: -1, sent: 1, delivered: 2, read: 3 } as const
/** Meta's error code for a message that could not be delivered. */
const UNDELIVERABLE = 131_026

type Report = (
  connection: ConnectionEntry,
  message: Row,
  reported: Pick<z.infer<typeof SimulatedStatus>, 'status' | 'code'>,
) => { readonly path: string; readonly body: object }

/** A status of a message, as each simulator takes it. */
const REPORTS: Readonly<Record<keyof Simulators, Report>> = {
  graph: ({ phone_number_id }, message, { status, code }) => {
    const { provider_message_id: wamid, type, biz_opaque_callback_data } = message
    const failure = status === 'failed' ? { code: code ?? UNDELIVERABLE } : {}
    const of = { phone_number_id, wamid, to: recipientOf(message) }
    return {
      path: '/statuses',
      body: { ...of, type, status, biz_opaque_callback_data, ...failure },
    }
  },
  waha: ({ session }, message, { status }) => ({
    path: `/sessions/${encodeURIComponent(session ?? '')}/acks`,
    body: { id: message.provider_message_id, to: recipientOf(message), ack: ACKS[status] },
  }),
}

function recipientOf({ phone, user_id }: Row): string {
  return phone ?? user_id ?? ''
}

export const simulateStatusRoute = workflowRoute({
  method: 'POST',
  url: '/simulate/status',
  operationId: 'simulateStatus',
  summary: 'Receive a status of a message',
  body: SimulatedStatus,
  problems: [404],
  reply: { 202: z.object({ data: Simulated }) },
  async handle({ account, body: { message_id, status, code } }, deps) {
    const message = await messageOf(deps, { account_id: account.id, message_id })
    if (message === undefined) return notFound()
    const of = findSimulated(deps, { account_id: account.id, connection_id: message.connection_id })
    if (of instanceof HttpProblem) return of
    if (message.direction !== 'outbound' || message.provider_message_id === null)
      return invalidInput('message_id must name an outbound message that WhatsApp has accepted')
    const { path, body } = REPORTS[of.simulator](of.connection, message, { status, code })
    const done = await controlSimulatorOf(of, path, body)
    if (done instanceof HttpProblem) return done
    return { status: 202, body: { data: { message_id } }, position: null }
  },
})

async function messageOf(
  { pool }: CommandDeps,
  { account_id, message_id }: Ids<'account_id' | 'message_id'>,
) {
  const [row] = await runOn(pool)<Row>(sql`
    select connection_id, direction, type, provider_message_id, party_phone as phone,
      party_business_scoped_user_id as user_id, biz_opaque_callback_data
    from messages where id = ${message_id} and ${belongsTo(account_id)}`)
  return row
}
