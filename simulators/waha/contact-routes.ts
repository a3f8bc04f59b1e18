import type { FastifyInstance } from 'fastify'
import { chatIdOf, lidOf } from './chat-id.ts'
import type { WahaSimulator } from './simulator.ts'

type Check = { Querystring: { phone?: string; session?: string } }
type ByLid = { Params: { session: string; lid: string } }
type ByPhone = { Params: { session: string; pn: string } }

/** Look-ups: whether a number is on WhatsApp and its chat id, and the phones of hidden ids. */
export function contactRoutes(app: FastifyInstance, simulator: WahaSimulator): void {
  app.get<Check>('/api/contacts/check-exists', async ({ query }) => {
    const chatId = chatIdOf(query.phone ?? '')
    return simulator.absent.has(chatId) ? { numberExists: false } : { numberExists: true, chatId }
  })
  app.get<ByPhone>('/api/:session/lids/pn/:pn', async ({ params }) => {
    const pn = chatIdOf(params.pn)
    return { lid: lidOf(pn), pn }
  })
  app.get<ByLid>('/api/:session/lids/:lid', async ({ params }) => {
    const lid = params.lid.includes('@') ? params.lid : `${params.lid}@lid`
    const pn = simulator.hidden.has(lid) ? null : (simulator.lids.get(lid) ?? null)
    return { lid, pn }
  })
}
