import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { about } from '../control-route.ts'
import { objectOf } from '../graph-api/json.ts'
import { chatIdOf } from './chat-id.ts'
import { completePairing } from './life-cycle.ts'
import { newLinkingCode, type PairingCodes } from './pairing-codes.ts'
import { refuse } from './session-routes.ts'
import type { WahaSimulator } from './simulator.ts'

type BySession = { Params: { session: string } }
type QrQuery = { Querystring: { format?: string } }

/** `/api/{session}/auth/…` issues pairing codes; `/_sim/sessions/{session}/…` uses one as a phone would. */
export function pairingRoutes(app: FastifyInstance, simulator: WahaSimulator): void {
  const { sessions, codes, absent } = simulator
  app.get<BySession & QrQuery>('/api/:session/auth/qr', async ({ params, query }, reply) => {
    const shown = codes.get(params.session)
    if (shown === undefined) return notPaired(reply, simulator, params.session)
    if (query.format === 'raw') return { value: shown.qr }
    return { mimetype: 'image/png', data: randomBytes(48).toString('base64') }
  })
  app.post<BySession>('/api/:session/auth/request-code', async ({ params, body }, reply) => {
    const shown = codes.get(params.session)
    if (shown === undefined) return notPaired(reply, simulator, params.session)
    const { phoneNumber } = objectOf(body)
    if (typeof phoneNumber !== 'string' || !/^\d{8,15}$/.test(phoneNumber))
      return refuse(reply, 400, 'phoneNumber must be digits')
    if (absent.has(chatIdOf(phoneNumber))) return refuse(reply, 400, 'phone is not on WhatsApp')
    shown.link = { code: newLinkingCode(), phone: phoneNumber }
    return reply.code(201).send({ code: shown.link.code })
  })
  const addCodeRoute = (path: string, does: string, phoneOf: PhoneOfCode) =>
    app.post<BySession>(
      `/_sim/sessions/:session/${path}`,
      about(does),
      async ({ params, body }, reply) => {
        const [session, shown] = [sessions.get(params.session), codes.get(params.session)]
        const phone = shown && phoneOf(shown, objectOf(body))
        if (session === undefined || phone === undefined)
          return reply.code(400).send({
            error: { message: 'WhatsApp does not accept this code; request the current one' },
          })
        completePairing(simulator, session, phone ?? undefined)
        return { data: session }
      },
    )
  addCodeRoute('scan', 'A phone scans the code `qr` that the session shows.', ({ qr }, body) =>
    body.qr === qr ? null : undefined,
  )
  addCodeRoute('enter', 'A phone enters the linking `code`.', ({ link }, body) =>
    link?.code === body.code ? link?.phone : undefined,
  )
}

/** The phone that a code pairs: null when the code names none, undefined when it is not the current code. */
type PhoneOfCode = (shown: PairingCodes, body: Record<string, unknown>) => string | null | undefined

function notPaired(reply: FastifyReply, { sessions }: WahaSimulator, name: string) {
  const status = sessions.get(name)?.status
  if (status === undefined) return refuse(reply, 404, 'Session not found')
  const message = 'Session status is not as expected. Try again later or restart the session'
  return refuse(reply, 422, message, { session: name, status, expected: ['SCAN_QR_CODE'] })
}
