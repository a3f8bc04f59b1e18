import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { readConfig } from '@recado/infra/config'
import { listen } from '@recado/infra/listen'
import { openPool } from '@recado/infra/postgres/pool'
import fastify from 'fastify'

// A list as textbooks write it: one statement counts, another one skips and reads. Its documents are stored as those of the
// product are, and its order is that of an index.

const config = readConfig(process.env)
const pool = openPool(config.DATABASE_URL, { max: config.DATABASE_POOL, searchPath: READ_SCHEMA })
const app = fastify()
app.get<{ Params: { account: string; offset: string } }>(
  '/:account/:offset',
  async ({ params: { account, offset } }) => {
    const [count, page] = await Promise.all([
      pool.query<{ total: number }>({
        name: 'count',
        text: 'select count(*) as total from messages where account_id = $1',
        values: [account],
      }),
      pool.query<{ doc: string }>({
        name: 'page',
        text: `select doc from messages where account_id = $1
          order by account_pos desc limit 50 offset $2`,
        values: [account, offset],
      }),
    ])
    const data = page.rows.map(({ doc }) => JSON.parse(doc))
    return { data, pagination: { total: count.rows[0]?.total, offset: Number(offset), limit: 50 } }
  },
)
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
await listen(app, config)
