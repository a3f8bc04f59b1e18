import { randomBytes } from 'node:crypto'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { FastifyInstance } from 'fastify'
import type { BusinessNumber } from './business-number.ts'
import { answerOfFault, type Fault, leaveUnanswered, takeFault } from './faults.ts'
import { type GraphError, graphError, unknownObject } from './graph-error.ts'
import { type Json, objectOf } from './json.ts'
import { reportStatuses } from './report-statuses.ts'
import { type AcceptedMessage, type Simulator, templatesOf } from './simulator.ts'
import { replyLater } from './user-messages.ts'
import { messageError } from './validate-message.ts'
import { isBsuid, userOfPhone, type WhatsappUser } from './whatsapp-user.ts'

type Answer = { status: number; body: unknown }

/** `POST /{phone_number_id}/messages`: sends a message, or marks one as read. */
export function sendRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.post<{ Params: { id: string } }>('/:version/:id/messages', async (request, reply) => {
    const body = objectOf(request.body)
    const number = simulator.number(request.params.id)
    if (!number) return send(unknownObject(request.params.id))
    if (body.status === 'read') return send(markRead(body))

    const fault = takeFault(simulator, String(body.to ?? body.recipient ?? ''))
    if (fault?.kind === 'slow') await sleep(fault.ms)
    if (fault?.kind === 'timeout' || fault?.kind === 'reset') {
      if (fault.accept) accept(simulator, number, body, fault)
      return leaveUnanswered(reply, fault.kind)
    }
    return send((fault && answerOfFault(fault)) ?? accept(simulator, number, body, fault))

    function send({ status, body: answer }: Answer) {
      return reply.code(status).send(answer)
    }
  })
}

function markRead({ message_id, typing_indicator }: Json): Answer {
  if (typeof message_id !== 'string')
    return graphError(100, 'The parameter message_id is required.')
  if (typing_indicator !== undefined && objectOf(typing_indicator).type !== 'text')
    return graphError(100, "Param typing_indicator['type'] must be one of {TEXT}")
  return { status: 200, body: { success: true } }
}

function accept(simulator: Simulator, number: BusinessNumber, body: Json, fault?: Fault): Answer {
  const to = String(body.to ?? body.recipient)
  const error =
    messageError(body, templatesOf(simulator, number.waba_id)) ?? limitError(simulator, number, to)
  if (error) return error
  const message = newMessage(number, to, body)
  simulator.accepted.add(message)
  const user = recipientOf(simulator, body)
  const failure = fault?.kind === 'failed_status' ? fault.code : undefined
  // As at Meta, a user id in the field for phones is accepted, but no status ever follows.
  if (!isBsuid(String(body.to))) {
    reportStatuses(simulator, number, message, user, failure)
    if (failure === undefined) replyLater(simulator, number, message, user)
  }
  return { status: 200, body: acceptance(body, to, user, message) }
}

function limitError(
  simulator: Simulator,
  number: BusinessNumber,
  to: string,
): GraphError | undefined {
  if (to.replace(/\D/g, '') === number.display_phone_number) {
    return graphError(131021, 'sender and recipient are the same number')
  }
  const code = simulator.throttle.exceededLimit(number.phone_number_id, to, simulator.behaviour)
  return code === undefined ? undefined : graphError(code, 'too many messages (simulated)')
}

function newMessage(number: BusinessNumber, to: string, body: Json): AcceptedMessage {
  const callback = body.biz_opaque_callback_data
  return {
    wamid: `wamid.${randomBytes(30).toString('base64')}`,
    phone_number_id: number.phone_number_id,
    to,
    type: String(body.type ?? 'text'),
    biz_opaque_callback_data: typeof callback === 'string' ? callback : null,
  }
}

/** `to` takes precedence over `recipient`; a recipient given by BSUID shows no phone. */
function recipientOf(simulator: Simulator, body: Json): WhatsappUser {
  if (body.to === undefined) return { user_id: String(body.recipient) }
  return userOfPhone(String(body.to), simulator.behaviour.rewrite_ninth_digit)
}

function acceptance(body: Json, to: string, user: WhatsappUser, message: AcceptedMessage): Json {
  const known = body.to === undefined ? { user_id: user.user_id } : { wa_id: user.wa_id }
  const status = message.type === 'template' ? { message_status: 'accepted' } : {}
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, ...known }],
    messages: [{ id: message.wamid, ...status }],
  }
}
