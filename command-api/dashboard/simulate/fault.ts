import { Simulated, SimulatedFault } from '@recado/contract/dashboard/simulate'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { workflowRoute } from '../../routing/route.ts'
import { controlSimulatorOf, findSimulated } from './find-simulated.ts'

export const simulateFaultRoute = workflowRoute({
  method: 'POST',
  url: '/simulate/fault',
  operationId: 'simulateFault',
  summary: 'Set faults of the simulator',
  body: SimulatedFault,
  problems: [404],
  reply: { 202: z.object({ data: Simulated }) },
  async handle({ account, body: { connection_id, ...fault } }, deps) {
    const of = findSimulated(deps, { account_id: account.id, connection_id })
    if (of instanceof HttpProblem) return of
    const done = await controlSimulatorOf(of, '/faults', fault)
    if (done instanceof HttpProblem) return done
    return { status: 202, body: { data: { message_id: null } }, position: null }
  },
})
