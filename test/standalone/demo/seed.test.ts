import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  readSeededAccounts,
  type SeededAccount,
  seedDashboardUsers,
} from '@recado/standalone/demo/seed'
import type { Secrets } from '@recado/standalone/secrets'
import { test } from 'tap'

const ACCOUNT: SeededAccount = {
  ...{ id: '6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01', plan: 'official', connections: [] },
  ...{ api_key: 'key', read_only_key: 'key', sales_secret: 'secret' },
}

test('the owner gets another address if the usual one belongs to another user', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recado-seed-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const invited: string[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    if (request.url === '/dashboard/v1/setup') return void response.end('{}')
    invited.push(body.email)
    const isTaken = body.email === 'demo@recado.local'
    const problem = { error: { code: 'validation', message: 'email is in use' } }
    const data = { setup_url: 'http://127.0.0.1/dashboard/setup#token' }
    response.writeHead(isTaken ? 422 : 201).end(JSON.stringify(isTaken ? problem : { data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const secrets = { operator_token: 'token' } as Secrets
  const [seeded] = await seedDashboardUsers(url, secrets, dataDir, [ACCOUNT])
  t.same(invited, ['demo@recado.local', 'demo-6f6f0d2e@recado.local'])
  t.equal(seeded?.dashboard?.email, 'demo-6f6f0d2e@recado.local')
  t.same(await readSeededAccounts(dataDir), [seeded])
})
