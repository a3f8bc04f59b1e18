import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { readConfig } from '@recado/infra/config'
import { listen } from '@recado/infra/listen'
import { openPool } from '@recado/infra/postgres/pool'
import fastify from 'fastify'

// The raw limit of a page over HTTP: a bare fastify server that answers one stored document by its place, through a
// pool like that of query-api.

const config = readConfig(process.env)
const pool = openPool(config.DATABASE_URL, { max: config.DATABASE_POOL, searchPath: READ_SCHEMA })
const app = fastify()
app.get<{ Params: { account: string; place: string } }>(
  '/:account/:place',
  async ({ params }, reply) => {
    const { rows } = await pool.query<{ doc: string }>({
      name: 'one',
      text: 'select doc from messages where account_id = $1 and account_pos = $2',
      values: [params.account, params.place],
    })
    return reply.type('application/json').send(rows[0]?.doc)
  },
)
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
await listen(app, config)
