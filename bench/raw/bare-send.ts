import { readConfig } from '@recado/infra/config'
import { listen } from '@recado/infra/listen'
import fastify from 'fastify'
import { Pool } from 'undici'

// The raw limit of a send over HTTP: a bare fastify server that forwards every POST to the Graph API.

const config = readConfig(process.env)
const pool = new Pool(config.GRAPH_API_URL, { connections: 256 })
const app = fastify()
app.post<{ Params: { number: string }; Body: { text: string; to: string } }>(
  '/:number',
  async ({ params, body }, reply) => {
    const answer = await pool.request({
      method: 'POST',
      path: `/${config.GRAPH_API_VERSION}/${params.number}/messages`,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ messaging_product: 'whatsapp', recipient_type: 'individual' },
        ...{ to: body.to, type: 'text', text: { body: body.text } },
      }),
    })
    return reply.code(answer.statusCode).send(await answer.body.json())
  },
)
process.once('SIGTERM', () => void app.close().then(() => pool.close()))
await listen(app, config)
