import type { FastifyInstance } from 'fastify'
import { postsRoute, refuse } from '../common-control-routes.ts'
import { about } from '../control-route.ts'
import { objectOf } from './json.ts'
import { reportStatus } from './report-statuses.ts'
import { signedPost } from './signed-post.ts'
import type { Simulator } from './simulator.ts'
import { callAsUser } from './user-calls.ts'
import { writeAsUser } from './user-messages.ts'

type ByPhone = { Params: { phone: string } }
type RawQuery = { phone_number_id?: string; app_secret?: string; signature?: string }

const WRITE =
  'A user, by phone or BSUID, writes to the number `phone_number_id`. `name`, `username`, `hide_phone` and `user_id` describe the person. All other fields are the message, as Meta posts it: `type` (`text`), `text: {body}`, `image: {…}`, `context: {id}`.'
const CALL = 'A user calls the number `phone_number_id`. Other fields as for messages.'
const POST_BYTES =
  'Posts the bytes of the body, signed with the secret of the number `phone_number_id`, with `app_secret`, or with a wrong `signature` (all in the query). Answers with the result of that one post.'
const REPORT_STATUS =
  'Posts a status: `phone_number_id`, `wamid`, `to`, `status` (`sent`, `delivered`, `read`, `failed`), and the `code` of a failure.'

/** `/_sim/…` routes that post webhooks: a user writes or calls, a status is reported, or given bytes are signed. */
export function webhookRoutes(app: FastifyInstance, simulator: Simulator, appSecret: string): void {
  userRoutes(app, simulator)
  statusRoute(app, simulator)
  app.post<{ Querystring: RawQuery }>('/_sim/webhooks', about(POST_BYTES), async (request) => {
    const { phone_number_id, app_secret, signature } = request.query
    const number = phone_number_id === undefined ? undefined : simulator.number(phone_number_id)
    const secret = app_secret ?? number?.app_secret ?? appSecret
    const post = signedPost(simulator, secret, request.rawBody, signature)
    return { data: await simulator.poster.postOnce(post) }
  })
  postsRoute(app, simulator.poster)
  app.delete('/_sim/webhooks', about('Forgets the webhooks, the pending ones too.'), async () => {
    simulator.poster.clear()
    return { data: [] }
  })
}

function userRoutes(app: FastifyInstance, simulator: Simulator): void {
  for (const [path, act, does] of [
    ['messages', writeAsUser, WRITE],
    ['calls', callAsUser, CALL],
  ] as const)
    app.post<ByPhone>(`/_sim/users/:phone/${path}`, about(does), async (request, reply) => {
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
  app.post('/_sim/statuses', about(REPORT_STATUS), async (request, reply) => {
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
