import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Fault, readFault } from './graph-api/faults.ts'
import { objectOf } from './graph-api/json.ts'
import type { Newest } from './newest.ts'

/** What a test can control and observe in both simulators. */
type Steered = {
  /** Whether the simulator only answers calls. */
  readonly plain: boolean
  readonly behaviour: object
  readonly faults: Fault[]
  readonly requests: { list(): unknown; total(): number; clear(): void }
}

/** `/_sim/behaviour` and `/_sim/faults`. @param ordinary the default behaviour; its fields are the valid names */
export function behaviourRoutes(
  app: FastifyInstance,
  simulator: Steered,
  ordinary: (plain: boolean) => object,
): void {
  const { behaviour, faults } = simulator
  app.get('/_sim/behaviour', async () => ({ data: behaviour }))
  app.patch('/_sim/behaviour', async (request, reply) => {
    const change = objectOf(request.body)
    const unknown = Object.keys(change).filter((name) => !(name in ordinary(true)))
    if (unknown.length > 0) return refuse(reply, `no such behaviour: ${unknown.join(', ')}`)
    Object.assign(behaviour, change)
    return { data: behaviour }
  })
  app.delete('/_sim/behaviour', async () => {
    Object.assign(behaviour, ordinary(simulator.plain))
    return { data: behaviour }
  })
  app.get('/_sim/faults', async () => ({ data: faults }))
  app.post('/_sim/faults', async (request, reply) => {
    const fault = readFault(objectOf(request.body))
    if (typeof fault === 'string') return refuse(reply, fault)
    faults.push(fault)
    return { data: fault }
  })
  app.delete('/_sim/faults', async () => ({ data: faults.splice(0) }))
}

/** `/_sim/requests` and `/_sim/messages`. @param sent the messages the simulator accepted */
export function observationRoutes(
  app: FastifyInstance,
  { requests }: Pick<Steered, 'requests'>,
  sent: Newest<unknown>,
): void {
  app.get('/_sim/requests', async () => ({ data: requests.list(), total: requests.total() }))
  app.delete('/_sim/requests', async () => {
    requests.clear()
    return { data: [] }
  })
  app.get('/_sim/messages', async () => ({ data: sent.list(), total: sent.total() }))
  app.delete('/_sim/messages', async () => ({ data: sent.clear() }))
}

/** `GET /_sim/webhooks`: the posted webhooks, and how many of them are pending. */
export function postsRoute(
  app: FastifyInstance,
  poster: { list(): readonly { readonly state: string }[] },
): void {
  app.get('/_sim/webhooks', async () => {
    const data = poster.list()
    return { data, pending: data.filter(({ state }) => state === 'pending').length }
  })
}

export function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ error: { message } })
}
