import { kindOf } from '@recado/contract/connection-kinds'
import { Simulated, SimulatedPairing } from '@recado/contract/dashboard/simulate'
import { phoneDigits } from '@recado/domain/phone-number'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { workflowRoute } from '../../routing/route.ts'
import { controlSimulatorOf, findSimulated } from './find-simulated.ts'

export const simulatePairingRoute = workflowRoute({
  method: 'POST',
  url: '/simulate/pair',
  operationId: 'simulatePairing',
  summary: 'Scan the pairing code of a number',
  body: SimulatedPairing,
  problems: [404],
  reply: { 202: z.object({ data: Simulated }) },
  async handle({ account, body: { connection_id, phone } }, deps) {
    const of = findSimulated(deps, { account_id: account.id, connection_id })
    if (of instanceof HttpProblem) return of
    const { session, status, type } = of.connection
    if (!kindOf(type).isPaired)
      return invalidInput('connection_id must name a number that is linked by a code')
    if (status === 'connected') return invalidInput('the number is already connected')
    const path = `/sessions/${encodeURIComponent(session ?? '')}/pair`
    const chosen = phone === undefined ? {} : { phone: phoneDigits(phone) }
    const done = await controlSimulatorOf(of, path, chosen)
    if (done instanceof HttpProblem) return done
    return { status: 202, body: { data: { message_id: null } }, position: null }
  },
})
