import type { FastifyInstance } from 'fastify'
import { behaviourRoutes, observationRoutes, postsRoute, refuse } from '../common-control-routes.ts'
import { about } from '../control-route.ts'
import { objectOf } from '../graph-api/json.ts'
import { ordinaryBehaviour } from './behaviour.ts'
import { chatIdOf } from './chat-id.ts'
import { completePairing, setStatus, showCode } from './life-cycle.ts'
import { reportAck } from './report-acks.ts'
import type { Session, SessionStatus } from './session.ts'
import { signedPost } from './signed-post.ts'
import type { WahaSimulator } from './simulator.ts'
import { writeAsUser, writeOnPhone } from './user-messages.ts'

type ByName = { Params: { name: string } }

const WRITE =
  'A user writes to the session `session`: `text`, `name`, `lid` or `hide_phone` (known by the hidden id only), `event` (`message.any`). Other fields are copied into the payload.'
const SET_USER = 'Says whether a phone is on WhatsApp: `on_whatsapp`.'
const REPORT_ACK =
  'Posts an ack of the message `id` to `to`: `ack` is -1 (error), 1 (server), 2 (device), 3 (read) or 4 (played).'
const SET_STATUS = 'Sets the `status` of a session, such as `FAILED`, and posts it.'
const POST_BYTES =
  'Posts the text `body`, signed with the secret of the session, or with a wrong `signature`. Answers with the result of that one post.'

/** `/_sim/…`: controls the simulator's behaviour and shows what it received. Answers are `{data}` or `{error}`. */
export function controlRoutes(app: FastifyInstance, simulator: WahaSimulator): void {
  behaviourRoutes(app, simulator, ordinaryBehaviour)
  peopleRoutes(app, simulator)
  sessionControls(app, simulator)
  observationRoutes(app, simulator, simulator.sent)
  postsRoute(app, simulator.poster)
}

function peopleRoutes(app: FastifyInstance, simulator: WahaSimulator): void {
  app.post<{ Params: { phone: string } }>(
    '/_sim/users/:phone/messages',
    about(WRITE),
    async (request, reply) => {
      const { session: name, ...writing } = objectOf(request.body)
      const session = simulator.sessions.get(String(name))
      if (session === undefined) return refuse(reply, 'session must name a session')
      return { data: writeAsUser(simulator, session, request.params.phone, writing) }
    },
  )
  app.put<{ Params: { phone: string } }>('/_sim/users/:phone', about(SET_USER), async (request) => {
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
    does: string,
    act: (session: Session, body: Record<string, unknown>) => unknown,
  ) =>
    app.post<ByName>(
      `/_sim/sessions/:name/${path}`,
      about(does),
      async ({ params, body }, reply) => {
        const session = simulator.sessions.get(params.name)
        if (session === undefined) return refuse(reply, 'no such session')
        return { data: (await act(session, objectOf(body))) ?? session }
      },
    )
  app.get('/_sim/sessions', about('Lists the sessions.'), async () => ({
    data: [...simulator.sessions.values()],
  }))
  control(
    'messages',
    'The owner writes on the phone itself: `to`, `text`.',
    (session, { to, text }) => writeOnPhone(simulator, session, String(to), String(text)),
  )
  control('acks', REPORT_ACK, (session, { id, to, ack }) =>
    reportAck(simulator, session, { id: String(id), to: String(to), ack: Number(ack) }),
  )
  control('qr', 'Shows the next pairing code.', (session) => showCode(simulator, session))
  control(
    'pair',
    'Pairs the session as if its code had been scanned; `phone` names the number.',
    (session, { phone }) =>
      completePairing(simulator, session, typeof phone === 'string' ? phone : undefined),
  )
  control('status', SET_STATUS, (session, { status }) =>
    setStatus(simulator, session, status as SessionStatus),
  )
  control('webhooks', POST_BYTES, (session, { body, signature }) => {
    const [hook] = session.config.webhooks ?? []
    if (hook === undefined) return null
    const signed = typeof signature === 'string' ? signature : undefined
    return simulator.poster.postOnce(signedPost(hook, String(body), signed))
  })
}
