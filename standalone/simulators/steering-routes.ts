import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Fault, readFault } from './graph-api/faults.ts'
import { objectOf } from './graph-api/json.ts'

/** What both simulators let a test steer and see. */
type Steered = {
  /** Whether it does nothing of itself. */
  readonly plain: boolean
  readonly behaviour: object
  readonly faults: Fault[]
  readonly requests: { list(): unknown; total(): number; clear(): void }
}

/** `/_sim/behaviour` and `/_sim/faults`. @param ordinary how it behaves unless told; its names are all there are */
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

/** `/_sim/requests` and `/_sim/messages`. @param sent the messages that it took */
export function observationRoutes(
  app: FastifyInstance,
  { requests }: Pick<Steered, 'requests'>,
  sent: unknown[],
): void {
  app.get('/_sim/requests', async () => ({ data: requests.list(), total: requests.total() }))
  app.delete('/_sim/requests', async () => {
    requests.clear()
    return { data: [] }
  })
  app.get('/_sim/messages', async () => ({ data: sent, total: sent.length }))
  app.delete('/_sim/messages', async () => ({ data: sent.splice(0) }))
}

/** `GET /_sim/webhooks`: what was posted, and how much of it waits. */
export function postsRoute(
  app: FastifyInstance,
  poster: { list(): readonly { readonly state: string }[] },
): void {
  app.get('/_sim/webhooks', async () => {
    const data = poster.list()
    return { data, pending: data.filter(({ state }) => state === 'pending').length }
  })
}

/** Says what was wrong with a call that steers. */
export function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ error: { message } })
}
