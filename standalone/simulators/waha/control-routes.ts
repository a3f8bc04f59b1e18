import type { FastifyInstance } from 'fastify'
import { objectOf } from '../graph-api/json.ts'
import { behaviourRoutes, observationRoutes, postsRoute, refuse } from '../steering-routes.ts'
import { ordinaryBehaviour } from './behaviour.ts'
import { chatIdOf } from './chat-id.ts'
import { completePairing, setStatus, showCode } from './life-cycle.ts'
import { reportAck } from './report-acks.ts'
import type { Session, SessionStatus } from './session.ts'
import { signedPost } from './signed-post.ts'
import type { WahaSimulator } from './simulator.ts'
import { typedOnPhone, userWrites } from './user-messages.ts'

type ByName = { Params: { name: string } }

/** `/_sim/…`: controls the simulator's behaviour and shows what it received. Answers are `{data}` or `{error}`. */
export function controlRoutes(app: FastifyInstance, simulator: WahaSimulator): void {
  behaviourRoutes(app, simulator, ordinaryBehaviour)
  peopleRoutes(app, simulator)
  sessionControls(app, simulator)
  observationRoutes(app, simulator, simulator.sent)
  postsRoute(app, simulator.poster)
}

function peopleRoutes(app: FastifyInstance, simulator: WahaSimulator): void {
  app.post<{ Params: { phone: string } }>('/_sim/users/:phone/messages', async (request, reply) => {
    const { session: name, ...writing } = objectOf(request.body)
    const session = simulator.sessions.get(String(name))
    if (session === undefined) return refuse(reply, 'session must name a session')
    return { data: userWrites(simulator, session, request.params.phone, writing) }
  })
  app.put<{ Params: { phone: string } }>('/_sim/users/:phone', async (request) => {
    const chat = chatIdOf(request.params.phone)
    const { on_whatsapp = true } = objectOf(request.body)
    if (on_whatsapp === true) simulator.absent.delete(chat)
    else simulator.absent.add(chat)
    return { data: { chat_id: chat, on_whatsapp } }
  })
}

function sessionControls(app: FastifyInstance, simulator: WahaSimulator): void {
  const control = (
    path: string,
    act: (session: Session, body: Record<string, unknown>) => unknown,
  ) =>
    app.post<ByName>(`/_sim/sessions/:name/${path}`, async ({ params, body }, reply) => {
      const session = simulator.sessions.get(params.name)
      if (session === undefined) return refuse(reply, 'no such session')
      return { data: (await act(session, objectOf(body))) ?? session }
    })
  app.get('/_sim/sessions', async () => ({ data: [...simulator.sessions.values()] }))
  control('messages', (session, { to, text }) =>
    typedOnPhone(simulator, session, String(to), String(text)),
  )
  control('acks', (session, { id, to, ack }) =>
    reportAck(simulator, session, { id: String(id), to: String(to), ack: Number(ack) }),
  )
  control('qr', (session) => showCode(simulator, session))
  control('pair', (session, { phone }) =>
    completePairing(simulator, session, typeof phone === 'string' ? phone : undefined),
  )
  control('status', (session, { status }) => setStatus(simulator, session, status as SessionStatus))
  control('webhooks', (session, { body, signature }) => {
    const [hook] = session.config.webhooks ?? []
    if (hook === undefined) return null
    const signed = typeof signature === 'string' ? signature : undefined
    return simulator.poster.postOnce(signedPost(hook, String(body), signed))
  })
}
