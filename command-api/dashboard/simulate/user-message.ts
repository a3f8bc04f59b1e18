import { messageId } from '@recado/application/ids'
import { Simulated, SimulatedMessage } from '@recado/contract/dashboard/simulate'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { Simulators } from '@recado/infra/http/sign-in/simulators'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { z } from 'zod'
import { workflowRoute } from '../../routing/route.ts'
import { controlSimulatorOf, findSimulated } from './find-simulated.ts'

type Writing = (connection: ConnectionEntry, text: string) => object

/** What a person writes, as each simulator takes it. */
const WRITINGS: Readonly<Record<keyof Simulators, Writing>> = {
  graph: ({ phone_number_id }, text) => ({ phone_number_id, type: 'text', text: { body: text } }),
  waha: ({ session }, text) => ({ session, text }),
}

export const simulateMessageRoute = workflowRoute({
  method: 'POST',
  url: '/simulate/messages',
  operationId: 'simulateMessage',
  summary: 'Receive a message from a person',
  body: SimulatedMessage,
  problems: [404],
  reply: { 202: z.object({ data: Simulated }) },
  async handle({ account, body }, deps) {
    const { phone, text, connection_id, name } = body
    const of = findSimulated(deps, { account_id: account.id, connection_id })
    if (of instanceof HttpProblem) return of
    const writing = {
      ...WRITINGS[of.simulator](of.connection, text),
      ...(name === undefined ? {} : { name }),
    }
    const path = `/users/${encodeURIComponent(phone)}/messages`
    const done = await controlSimulatorOf(of, path, writing)
    if (done instanceof HttpProblem) return done
    const message_id = messageId({ connection_id, provider_message_id: String(done.data.id) })
    return { status: 202, body: { data: { message_id } }, position: null }
  },
})
