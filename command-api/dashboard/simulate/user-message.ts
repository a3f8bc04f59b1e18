import { messageId } from '@recado/application/ids'
import { Simulated, SimulatedMessage } from '@recado/contract/dashboard/simulate'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { workflowRoute } from '../../routing/route.ts'
import { findSimulated, isOfficial, steerFor } from './steered.ts'

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
    const { phone_number_id, session } = of.connection
    const more = name === undefined ? {} : { name }
    const writing = isOfficial(of)
      ? { phone_number_id, type: 'text', text: { body: text }, ...more }
      : { session, text, ...more }
    const done = await steerFor(of, `/users/${encodeURIComponent(phone)}/messages`, writing)
    if (done instanceof HttpProblem) return done
    const message_id = messageId({ connection_id, provider_message_id: String(done.data.id) })
    return { status: 202, body: { data: { message_id } }, position: null }
  },
})
