import type { FastifyInstance } from 'fastify'
import { postsRoute, refuse } from '../steering-routes.ts'
import { objectOf } from './json.ts'
import { reportStatus } from './report-statuses.ts'
import { signedPost } from './signed-post.ts'
import type { Simulator } from './simulator.ts'
import { userCalls } from './user-calls.ts'
import { userWrites } from './user-messages.ts'

type ByPhone = { Params: { phone: string } }
type RawQuery = { phone_number_id?: string; app_secret?: string; signature?: string }

/** `/_sim/…` routes that post webhooks: a user writes or calls, a status is reported, or given bytes are signed. */
export function webhookRoutes(app: FastifyInstance, simulator: Simulator, appSecret: string): void {
  userRoutes(app, simulator)
  statusRoute(app, simulator)
  app.post<{ Querystring: RawQuery }>('/_sim/webhooks', async (request) => {
    const { phone_number_id, app_secret, signature } = request.query
    const number = phone_number_id === undefined ? undefined : simulator.number(phone_number_id)
    const secret = app_secret ?? number?.app_secret ?? appSecret
    const post = signedPost(simulator, secret, request.rawBody, signature)
    return { data: await simulator.poster.postOnce(post) }
  })
  postsRoute(app, simulator.poster)
  app.delete('/_sim/webhooks', async () => {
    simulator.poster.clear()
    return { data: [] }
  })
}

function userRoutes(app: FastifyInstance, simulator: Simulator): void {
  for (const [path, act] of [
    ['messages', userWrites],
    ['calls', userCalls],
  ] as const)
    app.post<ByPhone>(`/_sim/users/:phone/${path}`, async (request, reply) => {
      const { phone_number_id, ...fields } = objectOf(request.body)
      const number = simulator.number(String(phone_number_id))
      if (typeof phone_number_id !== 'string' || !number)
        return refuse(reply, 'phone_number_id must name a number of ours')
      const from = request.params.phone
      const { id, user } = await act(simulator, number, from, { phone_number_id, ...fields })
      return { data: { id, ...user } }
    })
}

function statusRoute(app: FastifyInstance, simulator: Simulator): void {
  app.post('/_sim/statuses', async (request, reply) => {
    const { phone_number_id, wamid, to, status, code, ...more } = objectOf(request.body)
    const number = simulator.number(String(phone_number_id))
    if (number === undefined || typeof wamid !== 'string' || typeof to !== 'string')
      return refuse(reply, 'phone_number_id, wamid and to are needed')
    const { type = 'text', biz_opaque_callback_data = null } = more
    reportStatus(
      simulator,
      number,
      {
        wamid,
        to,
        type: String(type),
        phone_number_id: number.phone_number_id,
        biz_opaque_callback_data: biz_opaque_callback_data as string | null,
      },
      { name: String(status), failure: typeof code === 'number' ? code : undefined },
    )
    return { data: { id: wamid } }
  })
}
