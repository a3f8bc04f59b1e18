import { sleep } from '@recado/infra/concurrency/sleep'
import fastify, { type FastifyInstance } from 'fastify'
import { collectControls } from '../control-route.ts'
import { keepBytes } from '../graph-api/graph-simulator.ts'
import { recordRequests } from '../graph-api/record-requests.ts'
import { applyFault } from './call-faults.ts'
import { contactRoutes } from './contact-routes.ts'
import { controlRoutes } from './control-routes.ts'
import { startSession } from './life-cycle.ts'
import { pairingRoutes } from './pairing-routes.ts'
import { sendRoutes } from './send-routes.ts'
import { refuse, sessionRoutes } from './session-routes.ts'
import { newWahaSimulator, type WahaSimulatorOptions } from './simulator.ts'

/**
 * A simulator of a WAHA server, the gateway of unofficial WhatsApp numbers. It answers `/api/…` as WAHA documents it,
 * posts signed webhooks, and is controlled through `/_sim/…`. Closing the app drops scheduled webhooks.
 */
export function buildWahaSimulator(options: WahaSimulatorOptions = {}): FastifyInstance {
  const simulator = newWahaSimulator(options)
  const app = fastify({ forceCloseConnections: true })
  keepBytes(app)
  collectControls(app)
  recordRequests(app, simulator)
  app.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/_sim')) return
    if (simulator.behaviour.latency_ms > 0) await sleep(simulator.behaviour.latency_ms)
    const { apiKey = null } = options
    if (apiKey !== null && request.headers['x-api-key'] !== apiKey)
      return refuse(reply, 401, 'Unauthorized')
    return applyFault(simulator, request, reply)
  })
  const all = [sessionRoutes, pairingRoutes, sendRoutes, contactRoutes, controlRoutes]
  for (const routes of all) routes(app, simulator)
  app.addHook('onClose', () => simulator.close())
  // The timers of these sessions ended with the previous process.
  for (const session of simulator.sessions.values())
    if (session.status === 'STARTING' || session.status === 'SCAN_QR_CODE')
      startSession(simulator, session)
  return app
}
