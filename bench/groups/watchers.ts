import { randomUUID } from 'node:crypto'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { Agent, request } from 'undici'
import { newFact } from '../lab/facts.ts'
import { httpClient } from '../lab/http-client.ts'
import type { Lab } from '../lab/lab.ts'
import { openTenant, operatorOf, type Tenant } from '../lab/tenant.ts'
import { defineGroup, type GroupRun, type Side, type Sides } from '../measuring/group.ts'
import { openLoop } from '../measuring/loops.ts'
import { ratioAtMost } from '../report/goal.ts'

/** Together as many streams as a process allows; each account and user has as many open as it may. */
const ACCOUNTS = 4
const USERS = 10
const STREAMS = 5
const WATCHERS = ACCOUNTS * USERS * STREAMS
/** The facts that the watchers see: each watcher those of its account. */
const FACTS_PER_SECOND = 20
const READS_PER_SECOND = 100
/** Length of a round. */
const SECONDS = 3
/** Trusts `x-forwarded-for`, so that each user signs in from an address of its own. */
const SETTINGS = { TRUSTED_PROXIES: '127.0.0.0/8' }

type Opened = {
  list(): Promise<unknown>
  /** Appends a fact of each account in turn. */
  append(): Promise<unknown>
  watch(): Promise<Watchers>
}

type Watchers = {
  /** Closes the streams. @returns how many chunks they have received */
  end(): Promise<number>
}

/** How long a list takes beside open live pages, against the same list without them. */
export const watchers = defineGroup<Opened>({
  name: 'watchers',
  minutes: 2,
  async open(run) {
    const { lab, progress } = run
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
    return {
      list: () => api.get('/api/v1/messages'),
      append: appending(lab, stack.settings.EVENTSTORE_URL, tenants),
      watch: () => watching(lab, query.port, cookies),
    }
  },
  rows: [
    {
      name: `a list beside ${WATCHERS} live pages`,
      against: 'the same without them',
      isRawOurs: true,
      figures: ['p50_ms', 'p99_ms'],
      goals: [ratioAtMost('p99_ms', 1.2)],
      sides: besideWatchers,
    },
  ],
})

function besideWatchers({ list, append, watch }: Opened, { share }: GroupRun): Sides {
  const facts = openLoop(FACTS_PER_SECOND, SECONDS * FACTS_PER_SECOND * share, append)
  const lists = openLoop(READS_PER_SECOND, SECONDS * READS_PER_SECOND * share, list)
  const raw: Side['round'] = async (enough) => {
    const [result] = await Promise.all([lists.round(enough), facts.round(enough)])
    return result
  }
  let open: Watchers
  const ours: Side = {
    async prepare() {
      open = await watch()
    },
    async round(enough) {
      const result = await raw(enough)
      const heard = await open.end()
      if (heard < WATCHERS) throw new Error(`the watchers heard ${heard} times`)
      return result
    },
  }
  return { ours, raw: { round: raw } }
}

function appending(lab: Lab, url: string, tenants: readonly Tenant[]) {
  const { store } = connectEventStore(url)
  lab.after(() => store.close())
  let turn = 0
  return () => {
    const { account_id } = tenants[turn++ % ACCOUNTS] as Tenant
    const data = { contact_id: randomUUID(), created_at: new Date().toISOString() }
    const fact = newFact(account_id, { type: 'ContactCreated', data })
    return store.append(`contact-${data.contact_id}`, 'no_stream', [fact])
  }
}

/** Creates the users of each account. @returns one session cookie per user */
async function usersOf(
  { lab }: GroupRun,
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

/** Opens the streams of all users. */
async function watching(lab: Lab, port: number, cookies: readonly string[]): Promise<Watchers> {
  const agent = new Agent({ connections: null, bodyTimeout: 0 })
  lab.after(() => agent.destroy())
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
