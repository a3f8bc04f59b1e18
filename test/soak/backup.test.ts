import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DemoNumber } from '@recado/contract/demo-file'
import { type Test, test } from 'tap'
import { apiClient, overHttp } from '../kit/api-client.ts'
import { type Customer, startCustomer } from '../kit/customer.ts'
import { eventually } from '../kit/eventually.ts'
import { textsPost } from '../kit/meta-post.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { type Demo, dataFolder, type Standalone, started } from '../kit/standalone.ts'

type Page = {
  readonly data: readonly { readonly text: string }[]
  readonly pagination: { readonly total: number }
}

const MESSAGES = 100
const PROGRAMS = {
  backup: import.meta.resolve('@recado/standalone/backup/backup-main'),
  restore: import.meta.resolve('@recado/standalone/backup/restore-main'),
}
const AUDIT = import.meta.resolve('@recado/tools/audit/main')
const DELIVERED = '/webhooks/deliveries?status=delivered'

test('all data of `npm start` is lost and comes back from a backup that was made during writes', async (t) => {
  const customer = await startCustomer()
  t.teardown(() => customer.stop())
  const [lost, found, folder] = [await dataFolder(t), await dataFolder(t), await dataFolder(t)]
  const before = await running(t, lost)
  const webhook = { connection_id: before.connection.id, url: customer.url }
  await eventually(async () => (await before.api.put('/webhooks', webhook)).status < 300)
  await before.write(0, MESSAGES)
  await eventually(async () => (await before.total(DELIVERED)) === MESSAGES, 240_000)
  const arrived = new Set(customer.arrivals.map(({ body }) => body.id))

  let isCopying = true
  const busy = (async () => {
    for (let n = MESSAGES; isCopying; n += 1) await before.write(n, n + 1)
  })()
  const made = join(folder, 'made')
  t.match(await program('backup', lost, '--to', made), /events and \d+ secrets as of/)
  isCopying = false
  await busy
  await killed(before.program)
  await copyFile(join(lost, 'secrets.json'), join(found, 'secrets.json'))
  t.match(await program('restore', found, '--from', made, '--without-erasures'), /DISPATCH=held/)

  const posts = customer.arrivals.length
  await t.test('with DISPATCH=held everything is restored and nothing is posted', async (t) => {
    const held = await running(t, found, { DISPATCH: 'held' })
    await isThere(t, held)
    await held.write(-1, 0)
    await eventually(async () => (await held.total('/webhooks/deliveries?status=pending')) > 0)
    t.equal(customer.arrivals.length, posts)
    await eventually(async () => (await audit(found)) === 0)
    await stopped(t, held.program)
  })
  await t.test(
    'once released, new events are posted and those that had arrived are not posted again',
    async (t) => {
      const released = await running(t, found)
      await eventually(() => isTold(customer, posts, 'text -1'))
      await eventually(
        async () => (await released.total('/webhooks/deliveries?status=pending')) === 0,
      )
      const again = customer.arrivals.slice(posts).filter(({ body }) => arrived.has(body.id))
      t.same(again, [])
      await isThere(t, released)
      await stopped(t, released.program)
    },
  )
  t.comment(`${MESSAGES} messages of before, ${customer.arrivals.length - posts} posts after`)
})

type Running = Awaited<ReturnType<typeof running>>

/** Starts `npm start` on a folder, and returns its first number and a way to write to it. */
async function running(t: Test, dataDir: string, env: Record<string, string> = {}) {
  const settings = { RATE_LIMIT_OFFICIAL: '1000000', LOG_LEVEL: 'warn', ...env }
  const its = await started(t, dataDir, settings)
  const demo = await its.demo()
  const [account] = demo.accounts
  const connection = account?.connections.find(({ type }) => type === 'official')
  if (account === undefined || connection?.type !== 'official')
    throw new Error('nothing was seeded')
  const { origin } = new URL(demo.base_url)
  const api = apiClient(overHttp(origin), '/api/v1', account.api_key)
  return {
    ...{ program: its, demo, connection, api },
    total: async (path: string) => (await api.get<Page>(path)).body.pagination.total,
    async write(from: number, to: number) {
      for (let n = from; n < to; n++) await posted(demo, connection, n)
    },
  }
}

/** Posts a message as Meta does, and repeats the POST until it is accepted. */
async function posted({ hooks }: Demo, connection: DemoNumber, n: number): Promise<void> {
  const { phone_number_id, phone_number_digits } = connection
  const { url, app_secret } = hooks.whatsapp
  const phone = `55119870000${10 + (Math.abs(n) % 40)}`
  const of = { phone_number_id, phone_number_digits, app_secret }
  const { payload: body, headers } = textsPost(of, phone, [`wamid.backup.${n}`], `text ${n}`)
  await eventually(async () => (await fetch(url, { method: 'POST', body, headers })).ok)
}

/** Asserts that every message which was acknowledged before the backup is there exactly once. */
async function isThere(t: Test, { api, total }: Running): Promise<void> {
  await eventually(async () => (await total('/messages?direction=inbound')) >= MESSAGES, 120_000)
  const texts: string[] = []
  const all = await total('/messages?direction=inbound')
  for (let offset = 0; offset < all; offset += 200) {
    const path = `/messages?direction=inbound&limit=200&offset=${offset}`
    texts.push(...(await api.get<Page>(path)).body.data.map(({ text }) => text))
  }
  for (let n = 0; n < MESSAGES; n++)
    if (texts.filter((text) => text === `text ${n}`).length !== 1) t.fail(`text ${n} once`)
  t.ok(texts.length >= MESSAGES)
}

function isTold({ arrivals }: Customer, from: number, text: string): boolean {
  return arrivals.slice(from).some((arrival) => arrival.text.includes(`"${text}"`))
}

/** Runs a program to its end. @returns its standard output */
async function program(
  name: keyof typeof PROGRAMS,
  dataDir: string,
  ...args: string[]
): Promise<string> {
  const command = [...NODE_FLAGS, fileURLToPath(PROGRAMS[name]), ...args]
  const env = { ...process.env, RECADO_DATA_DIR: dataDir }
  return (await promisify(execFile)(process.execPath, command, { env })).stdout
}

/** The exit code of an audit of a running installation. */
async function audit(dataDir: string): Promise<number> {
  const command = [...NODE_FLAGS, fileURLToPath(AUDIT)]
  const env = { ...process.env, RECADO_DATA_DIR: dataDir }
  const run = promisify(execFile)(process.execPath, command, { env, maxBuffer: 2 ** 26 })
  return run.then(
    () => 0,
    ({ code }) => Number(code),
  )
}

/** Kills every process, as when the machine is lost. */
async function killed({ child, exit, demo }: Standalone): Promise<void> {
  const { pids } = await demo()
  child.kill('SIGKILL')
  for (const pid of Object.values(pids)) process.kill(pid, 'SIGKILL')
  await exit
}

async function stopped(t: Test, { child, exit }: Standalone): Promise<void> {
  child.kill('SIGTERM')
  t.equal(await exit, 0)
}
