import type { FastifyInstance, FastifyReply } from 'fastify'
import { about } from './control-route.ts'
import { type Fault, readFault } from './graph-api/faults.ts'
import { objectOf } from './graph-api/json.ts'
import type { Newest } from './newest.ts'

/** What a test can control and observe in both simulators. */
type Controllable = {
  /** Whether the simulator only answers calls. */
  readonly plain: boolean
  readonly behaviour: object
  readonly faults: Fault[]
  readonly requests: { list(): unknown; total(): number; clear(): void }
}

const CHANGE_BEHAVIOUR = 'Changes fields of the behaviour; the table of fields is below.'
const ADD_FAULT =
  "Makes the next calls fail. `kind` is `error` (with Meta's `code`, such as 131047), `http` (with `status` and `body`), `timeout` or `reset` (with `accept: true` the message is accepted nevertheless), `slow` (with `ms`), or `failed_status` (with `code`: the message is accepted and fails later). `count` says how many calls (1), `to` which recipient, `call` which calls that send nothing, such as `GET /v`."
const LIST_REQUESTS = 'Lists the newest calls and their answers, and counts all of them.'
const LIST_WEBHOOKS =
  'Lists the webhooks that it posted, with what each was answered, and counts the pending ones.'

/** `/_sim/behaviour` and `/_sim/faults`. @param ordinary the default behaviour; its fields are the valid names */
export function behaviourRoutes(
  app: FastifyInstance,
  simulator: Controllable,
  ordinary: (plain: boolean) => object,
): void {
  const { behaviour, faults } = simulator
  app.get('/_sim/behaviour', about('Shows how the simulator behaves.'), async () => ({
    data: behaviour,
  }))
  app.patch('/_sim/behaviour', about(CHANGE_BEHAVIOUR), async (request, reply) => {
    const change = objectOf(request.body)
    const unknown = Object.keys(change).filter((name) => !(name in ordinary(true)))
    if (unknown.length > 0) return refuse(reply, `no such behaviour: ${unknown.join(', ')}`)
    Object.assign(behaviour, change)
    return { data: behaviour }
  })
  app.delete('/_sim/behaviour', about('Restores the ordinary behaviour.'), async () => {
    Object.assign(behaviour, ordinary(simulator.plain))
    return { data: behaviour }
  })
  app.get('/_sim/faults', about('Lists the faults to come.'), async () => ({ data: faults }))
  app.post('/_sim/faults', about(ADD_FAULT), async (request, reply) => {
    const fault = readFault(objectOf(request.body))
    if (typeof fault === 'string') return refuse(reply, fault)
    faults.push(fault)
    return { data: fault }
  })
  app.delete('/_sim/faults', about('Removes the faults to come.'), async () => ({
    data: faults.splice(0),
  }))
}

/** `/_sim/requests` and `/_sim/messages`. @param sent the messages the simulator accepted */
export function observationRoutes(
  app: FastifyInstance,
  { requests }: Pick<Controllable, 'requests'>,
  sent: Newest<unknown>,
): void {
  app.get('/_sim/requests', about(LIST_REQUESTS), async () => ({
    data: requests.list(),
    total: requests.total(),
  }))
  app.delete('/_sim/requests', about('Forgets the calls.'), async () => {
    requests.clear()
    return { data: [] }
  })
  app.get('/_sim/messages', about('Lists the newest messages that it accepted.'), async () => ({
    data: sent.list(),
    total: sent.total(),
  }))
  app.delete('/_sim/messages', about('Forgets the messages.'), async () => ({ data: sent.clear() }))
}

/** `GET /_sim/webhooks`: the posted webhooks, and how many of them are pending. */
export function postsRoute(
  app: FastifyInstance,
  poster: { list(): readonly { readonly state: string }[] },
): void {
  app.get('/_sim/webhooks', about(LIST_WEBHOOKS), async () => {
    const data = poster.list()
    return { data, pending: data.filter(({ state }) => state === 'pending').length }
  })
}

export function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ error: { message } })
}
