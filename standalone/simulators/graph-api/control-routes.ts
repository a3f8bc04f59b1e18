import type { FastifyInstance, FastifyReply } from 'fastify'
import { ordinaryBehaviour, unknownBehaviours } from './behaviour.ts'
import type { NewBusinessNumber } from './business-number.ts'
import { readFault } from './faults.ts'
import { isObject, objectOf } from './json.ts'
import type { Simulator } from './simulator.ts'
import type { Template } from './templates.ts'

/** `/_sim/…`: how the simulator behaves, and what it has seen. Answers are `{data}` or `{error}`. */
export function controlRoutes(app: FastifyInstance, simulator: Simulator): void {
  behaviourRoutes(app, simulator)
  worldRoutes(app, simulator)
  observationRoutes(app, simulator)
}

function behaviourRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.get('/_sim/behaviour', async () => ({ data: simulator.behaviour }))
  app.patch('/_sim/behaviour', async (request, reply) => {
    const change = objectOf(request.body)
    const unknown = unknownBehaviours(change)
    if (unknown.length > 0) return refuse(reply, `no such behaviour: ${unknown.join(', ')}`)
    Object.assign(simulator.behaviour, change)
    return { data: simulator.behaviour }
  })
  app.delete('/_sim/behaviour', async () => {
    Object.assign(simulator.behaviour, ordinaryBehaviour(simulator.plain))
    return { data: simulator.behaviour }
  })

  app.get('/_sim/faults', async () => ({ data: simulator.faults }))
  app.post('/_sim/faults', async (request, reply) => {
    const fault = readFault(objectOf(request.body))
    if (typeof fault === 'string') return refuse(reply, fault)
    simulator.faults.push(fault)
    return { data: fault }
  })
  app.delete('/_sim/faults', async () => ({ data: simulator.faults.splice(0) }))
}

function worldRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.put('/_sim/hook', async (request, reply) => {
    const { url } = objectOf(request.body)
    if (typeof url !== 'string' || !URL.canParse(url))
      return refuse(reply, 'url must be an address')
    simulator.hookUrl = url
    return { data: { url } }
  })
  app.get('/_sim/numbers', async () => ({ data: [...simulator.numbers.values()] }))
  app.post('/_sim/numbers', async (request, reply) => {
    const number = objectOf(request.body)
    if (typeof number.phone_number_id !== 'string')
      return refuse(reply, 'phone_number_id must be a string')
    return { data: simulator.addNumber(number as NewBusinessNumber) }
  })
  app.put<{ Params: { waba: string } }>('/_sim/templates/:waba', async (request, reply) => {
    if (!Array.isArray(request.body)) return refuse(reply, 'the body must be a list of templates')
    simulator.templates.set(request.params.waba, request.body.filter(isObject) as Template[])
    return { data: request.body }
  })
}

function observationRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.get('/_sim/requests', async () => ({
    data: simulator.requests.list(),
    total: simulator.requests.total(),
  }))
  app.delete('/_sim/requests', async () => {
    simulator.requests.clear()
    return { data: [] }
  })
  app.get('/_sim/messages', async () => ({
    data: simulator.accepted,
    total: simulator.accepted.length,
  }))
  app.delete('/_sim/messages', async () => ({ data: simulator.accepted.splice(0) }))
}

function refuse(reply: FastifyReply, message: string) {
  return reply.code(400).send({ error: { message } })
}
