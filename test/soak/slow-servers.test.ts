import { test } from 'tap'
import { audited } from '../kit/audited.ts'
import { eventually } from '../kit/eventually.ts'
import { tcpProxy } from '../kit/tcp-proxy.ts'
import { startWorld } from '../kit/world.ts'

type Page = { readonly pagination: { readonly total: number } }

/** The delay of every answer, ms: longer than a request of the API waits; an audit must wait longer. */
const LATE_MS = 5_500

test('an audit waits for a slow Postgres', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  await world.userWrites('5531987650001', 'Oi')
  await eventually(async () => {
    const { body } = await world.api().get<Page>('/messages')
    return body.pagination.total === 1
  })
  const { config } = world.product()
  const slow = async (address: string) => {
    const url = new URL(address)
    const wire = await tcpProxy(Number(url.port))
    t.teardown(() => wire.close())
    wire.delay(LATE_MS)
    url.port = String(wire.port)
    return url.href
  }
  const [VAULT_URL, DATABASE_URL] = await Promise.all(
    [config.VAULT_URL, config.DATABASE_URL].map(slow),
  )
  if (!VAULT_URL || !DATABASE_URL) throw new Error('a wire is missing')
  const audit = await audited({ ...config, VAULT_URL, DATABASE_URL })
  t.match(audit, { code: 0, findings: [] })
})
