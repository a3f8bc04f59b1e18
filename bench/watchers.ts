import { randomUUID } from 'node:crypto'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { Agent, request } from 'undici'
import type { Bench, BenchRun } from './bench.ts'
import { newFact } from './facts.ts'
import { httpClient } from './http-client.ts'
import { closedLoop, interleaved, openLoop } from './measure.ts'
import { type Row, ratioAtMost } from './report.ts'
import { openTenant, operatorOf, type Tenant } from './tenant.ts'

/** Together as many streams as a process allows; each account and user has as many open as it may. */
const ACCOUNTS = 4
const USERS = 10
const STREAMS = 5
const WATCHERS = ACCOUNTS * USERS * STREAMS
/** The facts that the watchers see: each watcher those of its account. */
const FACTS_PER_SECOND = 20
const READS_PER_SECOND = 100
/** Trusts `x-forwarded-for`, so that each user signs in from an address of its own. */
const SETTINGS = { TRUSTED_PROXIES: '127.0.0.0/8' }

/** How long a list takes beside open live pages, against the same list without them. */
export const watchersBench: Bench = {
  name: 'watchers',
  async run(run) {
    const { lab, progress, rounds, ms } = run
    const stack = await lab.stack()
    await stack.follow()
    const commands = await stack.start('command-api', SETTINGS)
    const query = await stack.start('query-api', SETTINGS)
    const tenants: Tenant[] = []
    for (let n = 0; n < ACCOUNTS; n += 1) tenants.push(await openTenant(lab, commands.port))
    progress(`${ACCOUNTS * USERS} users sign in`)
    const cookies = await usersOf(run, commands.port, tenants)
    const [{ key }] = tenants as [Tenant]
    const api = httpClient(lab, query.port, { connections: 32, bearer: key })
    const list = () => api.get('/api/v1/messages')
    const { store } = connectEventStore(stack.settings.EVENTSTORE_URL)
    lab.after(() => store.close())
    let turn = 0
    const append = () => {
      const { account_id } = tenants[turn++ % ACCOUNTS] as Tenant
      const data = { contact_id: randomUUID(), created_at: new Date().toISOString() }
      const fact = newFact(account_id, { type: 'ContactCreated', data })
      return store.append(`contact-${data.contact_id}`, 'no_stream', [fact])
    }
    const measured = async () => {
      const facts = openLoop(FACTS_PER_SECOND, ms * 4, append)
      const lists = await openLoop(READS_PER_SECOND, ms * 4, list)
      await facts
      return lists
    }
    const watched = async () => {
      progress(`${WATCHERS} live pages`)
      const watchers = await watching(query.port, cookies)
      const lists = await measured()
      const heard = await watchers.end()
      if (heard < WATCHERS) throw new Error(`the watchers heard ${heard} times`)
      return lists
    }
    await closedLoop(4, ms, list)
    const medians = await interleaved(rounds, { ours: watched, raw: measured })
    return (['p50', 'p99'] as const).map(
      (figure): Row => ({
        name: `watchers: a list beside ${WATCHERS} live pages, ${figure}`,
        unit: 'ms',
        ours: medians.ours[figure] ?? 0,
        raw: medians.raw[figure] ?? 0,
        against: 'the same without them',
        ...(figure === 'p99' ? { goal: ratioAtMost(1.2) } : {}),
      }),
    )
  },
}

/** Creates the users of each account. @returns one session cookie per user */
async function usersOf(
  { lab }: BenchRun,
  port: number,
  tenants: readonly Tenant[],
): Promise<readonly string[]> {
  const operator = operatorOf(lab, port, 1)
  const cookies: string[] = []
  for (const { account_id } of tenants)
    for (let n = 0; n < USERS; n += 1) {
      const user = { email: `${n}@${account_id}.example`, name: 'Ana Reis', role: 'viewer' }
      const path = `/operator/v1/accounts/${account_id}/users`
      const { text } = await operator.post(path, JSON.stringify(user))
      const token = new URL(JSON.parse(text).data.setup_url).hash.slice(1)
      cookies.push(await signedIn(port, token, `10.0.0.${cookies.length}`))
    }
  return cookies
}

/** @param address of the user: sign-in tries are counted by address */
async function signedIn(port: number, token: string, address: string): Promise<string> {
  const answer = await request(`http://127.0.0.1:${port}/dashboard/v1/setup`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ token, password: 'correct horse battery' }),
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 201) throw new Error(`a setup answered ${answer.statusCode}: ${text}`)
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

/** Opens the streams of all users. @returns a function that closes them and returns how many chunks they received */
async function watching(port: number, cookies: readonly string[]) {
  const agent = new Agent({ connections: null, bodyTimeout: 0 })
  let heard = 0
  const open = async (cookie: string) => {
    const url = `http://127.0.0.1:${port}/dashboard/v1/live`
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const { statusCode, body } = await request(url, { dispatcher: agent, headers })
    if (statusCode !== 200) throw new Error(`a live page got ${statusCode}: ${await body.text()}`)
    body.on('data', () => {
      heard += 1
    })
    body.on('error', () => undefined)
  }
  for (const cookie of cookies)
    await Promise.all(Array.from({ length: STREAMS }, () => open(cookie)))
  return {
    async end() {
      await agent.destroy()
      return heard
    },
  }
}
