import { sleep } from '@recado/infra/concurrency/sleep'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerOfFault, leaveUnanswered, takeCallFault } from '../graph-api/faults.ts'
import type { WahaSimulator } from './simulator.ts'

export async function applyFault(
  simulator: WahaSimulator,
  { method, url }: FastifyRequest,
  reply: FastifyReply,
) {
  const fault = takeCallFault(simulator, `${method} ${url}`)
  if (fault?.kind === 'slow') await sleep(fault.ms)
  if (fault?.kind === 'timeout' || fault?.kind === 'reset')
    return leaveUnanswered(reply, fault.kind)
  const wrong = fault && answerOfFault(fault)
  if (wrong) return reply.code(wrong.status).send(wrong.body)
}
