import type { FastifyInstance, FastifyReply } from 'fastify'
import { isObject, objectOf } from '../graph-api/json.ts'
import { setStatus, startSession } from './life-cycle.ts'
import { type Session, sessionAnswer } from './session.ts'
import type { WahaSimulator } from './simulator.ts'

const STARTED = Date.now()

type ByName = { Params: { name: string } }

/** `/api/sessions…`: creating, changing and running sessions. */
export function sessionRoutes(app: FastifyInstance, simulator: WahaSimulator): void {
  const { sessions, behaviour } = simulator
  const shown = (session: Session) => sessionAnswer(session, behaviour.engine)

  app.post('/api/sessions', async (request, reply) => {
    const { name = 'default', start = true, config } = objectOf(request.body)
    if (typeof name !== 'string' || !/^[\w-]+$/.test(name)) return refuse(reply, 400, 'bad name')
    if (sessions.has(name)) return refuse(reply, 422, `Session '${name}' already exists.`)
    const session: Session = { name, status: 'STOPPED', phone: null, config: configOf(config) }
    sessions.set(name, session)
    simulator.keepSessions()
    if (start !== false) startSession(simulator, session)
    return reply.code(201).send(shown(session))
  })
  app.get('/api/sessions', async () => [...sessions.values()].map(shown))
  app.get<ByName>('/api/sessions/:name', async ({ params }, reply) => {
    const session = sessions.get(params.name)
    return session === undefined ? refuse(reply, 404, 'Session not found') : shown(session)
  })
  app.put<ByName>('/api/sessions/:name', async ({ params, body }, reply) => {
    const session = sessions.get(params.name)
    if (session === undefined) return refuse(reply, 404, 'Session not found')
    session.config = configOf(objectOf(body).config)
    // A running session restarts with its new configuration.
    if (session.status !== 'STOPPED') startSession(simulator, session)
    return shown(session)
  })
  app.delete<ByName>('/api/sessions/:name', async ({ params }) => {
    simulator.sessions.delete(params.name)
    simulator.codes.delete(params.name)
    simulator.keepSessions()
    return {}
  })
  app.get('/api/server/status', async () => ({ startTimestamp: STARTED, uptime: process.uptime() }))
  for (const action of ['start', 'stop', 'restart', 'logout'] as const)
    app.post<ByName>(`/api/sessions/:name/${action}`, async ({ params }, reply) => {
      const session = sessions.get(params.name)
      if (session === undefined) return refuse(reply, 404, 'Session not found')
      act(simulator, session, action)
      return reply.code(201).send(shown(session))
    })
}

function act(
  simulator: WahaSimulator,
  session: Session,
  action: 'start' | 'stop' | 'restart' | 'logout',
): void {
  if (action === 'logout') session.phone = null
  if (action === 'stop' || action === 'logout') setStatus(simulator, session, 'STOPPED')
  else if (action === 'restart' || session.status === 'STOPPED' || session.status === 'FAILED')
    startSession(simulator, session)
}

function configOf(config: unknown): Session['config'] {
  return isObject(config) ? (config as Session['config']) : {}
}

export function refuse(reply: FastifyReply, statusCode: number, message: string, more = {}) {
  return reply.code(statusCode).send({ statusCode, message, ...more })
}
