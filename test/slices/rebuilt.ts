import { readFileSync } from 'node:fs'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import type { Test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { jetstreamManager } from '../kit/jetstream-manager.ts'
import { startWorld, type World } from '../kit/world.ts'

const OPENAPI = new URL('../../docs/openapi.json', import.meta.url)

/** Every list in the OpenAPI document. */
const LISTS = listsOf(JSON.parse(readFileSync(OPENAPI, 'utf8')).paths)

/**
 * Drops the read models and NATS after people have written and were answered, and rebuilds: rows and ids must be the
 * same, no POST repeated and no message sent again.
 */
export async function rebuilt(
  t: Test,
  people: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const world = await startWorld({ settings })
  t.teardown(() => world.stop())
  const { connection, customer } = world
  await world.api().put('/webhooks', { connection_id: connection.id, url: customer.url })
  await exchange(world, people)
  // Each person's message, and three statuses of each answer, in any order.
  const told = 4 * people
  await eventually(async () => (await total(world, '/webhooks/deliveries')) === told)
  await eventually(() => customer.arrivals.length === told)
  await eventually(
    async () => (await total(world, '/webhooks/deliveries?status=delivered')) === told,
  )
  // A status may be told before the post that reports it comes.
  await eventually(async () => (await total(world, '/webhook-events')) >= told)
  await templatesListed(world)
  const before = await everything(world)

  await world.restart(async ({ DATABASE_URL, NATS_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade; drop schema control cascade`)
    await pool.end()
    await jetstreamManager(NATS_URL, (manager) => manager.streams.delete('WHATSAPP'))
  })
  await eventually(async () => (await total(world, '/webhooks/deliveries')) === told)
  t.strictSame(await everything(world), before, 'the same rows and ids')

  await world.userWrites('5511900000000', 'one more')
  await eventually(() => customer.arrivals.length > told)
  t.equal(customer.arrivals.length, told + 1, 'only the new event was sent')
  const requests = await world.sim<{ path: string }[]>('GET', '/messages')
  t.equal(requests.length, people, 'no message was sent again')
}

/** The answer of a list. */
type Listed = { readonly path: string | undefined; readonly status: number; readonly body: unknown }

/** Each person writes once, gets one answer, and reads it. */
async function exchange(world: World, people: number): Promise<void> {
  for (let i = 0; i < people; i++) await world.userWrites(`55319876${1000 + i}`, `Oi ${i}`)
  const conversations = await eventually(async () => {
    const found = await everyConversation(world)
    return found.length === people && found
  })
  for (const { id } of conversations)
    await world.api().post('/messages', { conversation_id: id, text: 'Oi!' })
  await eventually(async () => (await total(world, '/messages?status=read')) === people)
}

async function everyConversation(world: World): Promise<{ id: string }[]> {
  type Page = { data: { id: string }[]; pagination: { next_offset: number | null } }
  const found: { id: string }[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { body }: { body: Page } = await world
      .api()
      .get<Page>(`/conversations?limit=200&offset=${offset}`)
    found.push(...body.data)
    offset = body.pagination.next_offset
  }
  return found
}

async function total(world: Pick<World, 'api'>, path: string): Promise<number> {
  const { body } = await world.api().get<{ pagination: { total: number } }>(path)
  return body.pagination.total
}

/** Waits until the templates of a new number are all listed. */
export function templatesListed(world: Pick<World, 'api'>): Promise<true> {
  return eventually(async () => (await total(world, '/templates')) === 3)
}

/** The answers of all lists. */
export async function everything(world: Pick<World, 'api'>): Promise<Listed[]> {
  const answers = await Promise.all(LISTS.map((path) => world.api().get(path)))
  return answers.map(({ status, body }, i) => ({ path: LISTS[i], status, body }))
}

type Operation = { readonly responses: Record<string, { readonly content?: object }> }

function listsOf(paths: Record<string, { readonly get?: Operation }>): readonly string[] {
  const named = Object.entries(paths).filter(
    ([path, { get }]) => !path.includes('{') && isList(get),
  )
  return named.map(([path]) => path)
}

/** Whether a route answers `data` as an array. */
function isList(get: Operation | undefined): boolean {
  return /"data":\{"type":"array"/.test(JSON.stringify(get?.responses['200']?.content ?? null))
}
