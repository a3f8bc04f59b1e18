import { ConnectionType } from '@recado/contract/connection'
import { Timestamp } from '@recado/contract/ids'
import { z } from 'zod'
import { operatorRoute } from '../routing/route.ts'

const MAX_LISTED = 200

const SetAsidePost = z.object({
  source: ConnectionType,
  reason: z.enum(['too_deep', 'too_many_changes']),
  bytes: z.int(),
  connection_id: z.uuid().nullable().describe('The connection, if the address names one.'),
  body_sha256: z.string().describe('Finds its bytes in the log.'),
  received_at: Timestamp,
})
type SetAsidePost = z.output<typeof SetAsidePost>

export const listSetAsidePostsRoute = operatorRoute({
  method: 'GET',
  url: '/set-aside-posts',
  summary: 'List provider POSTs that exceed a limit',
  description: `The newest ${MAX_LISTED}. Each was signed correctly and answered with 200, and the log has its bytes. From a POST
    with too many changes nothing else was recorded; from one that nests too deep, everything down to the allowed depth.`,
  reply: { 200: z.object({ data: z.array(SetAsidePost), total: z.int() }) },
  async handle(_, { pool }) {
    const { rows: data } = await pool.query<SetAsidePost>(
      `select source, reason, bytes, connection_id, body_sha256, received_at
        from set_aside_posts order by received_at desc limit ${MAX_LISTED}`,
    )
    const { rows } = await pool.query('select count(*)::int as total from set_aside_posts')
    return { status: 200, body: { data, total: rows[0].total }, position: null }
  },
})
