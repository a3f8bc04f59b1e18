import type { FastifyInstance } from 'fastify'
import { behaviourRoutes, observationRoutes, refuse } from '../common-control-routes.ts'
import { about } from '../control-route.ts'
import { ordinaryBehaviour } from './behaviour.ts'
import type { NewBusinessNumber } from './business-number.ts'
import { shareHistory } from './history.ts'
import { isObject, objectOf } from './json.ts'
import type { Simulator } from './simulator.ts'
import type { Template } from './templates.ts'

const ADD_NUMBER =
  'Adds a business number: `phone_number_id`, and as far as it differs from a healthy one `waba_id`, `display_phone_number`, `app_secret`, `token`, `profile`, `health`.'
const SHARE_HISTORY =
  'Posts the history of a number as Meta does: `threads`, a list of `{id, messages}` in the form of Meta, in chunks of `size` messages, in any order with `shuffled`, each `times` times; the content of image, video, audio, document and sticker messages comes in webhooks of their own. With `declined` it only says that the business does not share it.'
const SET_TEMPLATES =
  'Sets the templates of a business account: a list of objects as Meta returns them.'

/** `/_sim/…`: controls the simulator's behaviour and shows what it received. Answers are `{data}` or `{error}`. */
export function controlRoutes(app: FastifyInstance, simulator: Simulator): void {
  behaviourRoutes(app, simulator, ordinaryBehaviour)
  worldRoutes(app, simulator)
  observationRoutes(app, simulator, simulator.accepted)
}

function worldRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.put('/_sim/hook', about('Posts webhooks to `url` from now on.'), async (request, reply) => {
    const { url } = objectOf(request.body)
    if (typeof url !== 'string' || !URL.canParse(url))
      return refuse(reply, 'url must be an address')
    simulator.hookUrl = url
    return { data: { url } }
  })
  app.get('/_sim/numbers', about('Lists the business numbers.'), async () => ({
    data: [...simulator.numbers.values()],
  }))
  app.post('/_sim/numbers', about(ADD_NUMBER), async (request, reply) => {
    const number = objectOf(request.body)
    if (typeof number.phone_number_id !== 'string')
      return refuse(reply, 'phone_number_id must be a string')
    return { data: simulator.addNumber(number as NewBusinessNumber) }
  })
  app.post<{ Params: { number: string } }>(
    '/_sim/numbers/:number/history',
    about(SHARE_HISTORY),
    async (request, reply) => {
      const number = simulator.number(request.params.number)
      if (number === undefined) return refuse(reply, 'there is no such number')
      return { data: { webhooks: shareHistory(simulator, number, objectOf(request.body)) } }
    },
  )
  app.put<{ Params: { waba: string } }>(
    '/_sim/templates/:waba',
    about(SET_TEMPLATES),
    async (request, reply) => {
      if (!Array.isArray(request.body)) return refuse(reply, 'the body must be a list of templates')
      simulator.templates.set(request.params.waba, request.body.filter(isObject) as Template[])
      return { data: request.body }
    },
  )
}
