import { sleep } from '@recado/infra/concurrency/sleep'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerOfFault, type Fault, leaveUnanswered, takeFault } from '../graph-api/faults.ts'
import { type Json, objectOf } from '../graph-api/json.ts'
import { type Sent, sendAnswer } from './answers.ts'
import { chatIdOf, newMessageId } from './chat-id.ts'
import { reportAcks } from './report-acks.ts'
import type { Session } from './session.ts'
import { refuse } from './session-routes.ts'
import type { WahaSimulator } from './simulator.ts'
import { postEcho } from './user-messages.ts'

export function sendRoutes(app: FastifyInstance, simulator: WahaSimulator): void {
  app.post('/api/sendText', async (request, reply) => {
    const body = objectOf(request.body)
    const session = simulator.sessions.get(String(body.session))
    if (session === undefined) return refuse(reply, 404, `Session "${body.session}" does not exist`)
    if (session.status !== 'WORKING') return notWorking(reply, session)
    const error = sendError(body)
    if (error !== null) return refuse(reply, 400, error)
    const fault = takeFault(simulator, String(body.chatId).split('@')[0] ?? '')
    if (fault?.kind === 'slow') await sleep(fault.ms)
    if (fault?.kind === 'timeout' || fault?.kind === 'reset') {
      if (fault.accept) accept(simulator, session, body, fault)
      return leaveUnanswered(reply, fault.kind)
    }
    const wrong = fault && answerOfFault(fault)
    if (wrong) return reply.code(wrong.status).send(wrong.body)
    const sent = accept(simulator, session, body, fault)
    return reply.code(201).send(sendAnswer(simulator.behaviour.engine, sent))
  })
}

function notWorking(reply: FastifyReply, { name, status }: Session) {
  const message = 'Session status is not as expected. Try again later or restart the session'
  return refuse(reply, 422, message, { session: name, status, expected: ['WORKING'] })
}

function sendError({ chatId, text }: Json): string | null {
  if (typeof chatId !== 'string' || !/^\d+@(c\.us|s\.whatsapp\.net|lid)$/.test(chatId))
    return 'chatId must be a chat of a person'
  return typeof text === 'string' && text !== '' ? null : 'text must not be empty'
}

/** Accepts a message. As in reality, no ack follows one sent to a number in a form that WhatsApp does not use. */
function accept(
  simulator: WahaSimulator,
  session: Session,
  body: Json,
  fault: Fault | undefined,
): Sent {
  const { behaviour, schedule } = simulator
  const chat_id = String(body.chatId).replace('@s.whatsapp.net', '@c.us')
  const at = Math.floor(Date.now() / 1000)
  const sent = { ...newMessageId(true, chat_id), chat_id, text: String(body.text), at }
  const { id, text } = sent
  simulator.sent.add({ session: session.name, chat_id, id, text })
  if (behaviour.echo) {
    const echo = () => void postEcho(simulator, session, sent, 'api')
    if (behaviour.echo_first) echo()
    else schedule.after(20, echo)
  }
  const exists = chat_id.endsWith('@lid') || chatIdOf(chat_id) === chat_id
  if (exists) reportAcks(simulator, session, sent, fault?.kind === 'failed_status')
  return sent
}
