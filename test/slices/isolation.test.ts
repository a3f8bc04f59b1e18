import { readFile } from 'node:fs/promises'
import { test } from 'tap'
import type { ApiClient } from '../kit/api-client.ts'
import { eventually } from '../kit/eventually.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { startWorld, type World } from '../kit/world.ts'
import { everything, templatesListed } from './rebuilt.ts'

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean }
type Operation = { readonly parameters?: readonly Parameter[] }
type Route = { readonly method: string; readonly path: string; readonly operation: Operation }
type Ids = Readonly<Record<string, string>>

/** Bodies that would change or use something of the other account, with an id of it in each field that takes one. */
const bodies = (ids: Ids) => [
  { name: 'taken', color: '#000000', stage_id: ids.stage_id, text: 'taken', status: 'closed' },
  { conversation_id: ids.conversation_id, text: 'taken', type: 'text' },
  { connection_id: ids.connection_id, recipient: { phone: '5531987654321' }, text: 'taken' },
  { connection_id: ids.connection_id, url: 'https://customer.example/hook' },
  { connection_id: ids.connection_id, phone: '5531999990000', name: 'taken' },
  { connection_id: ids.connection_id, event: 'messages' },
  { other_id: ids.contact_id },
  { connection_id: ids.connection_id, since: new Date().toISOString() },
]

test('an account never sees or changes another one, on any documented route', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const ids = await livedIn(world)
  const before = await everything(world)

  const other = await openTenant(world.product())
  await addOfficial(world.product(), other.id)
  const secrets = Object.values(ids)
  for (const { method, path, operation } of await routes())
    for (const url of addresses(path, operation, ids)) {
      const statuses: number[] = []
      for (const body of method === 'GET' || method === 'DELETE' ? [undefined] : bodies(ids)) {
        const answer = await other.api.call({
          method: method as 'GET',
          path: url,
          ...(body === undefined ? {} : { body }),
        })
        const text = JSON.stringify(answer.body)
        t.notOk(
          secrets.some(
            (secret) => text.includes(secret) && !url.includes(encodeURIComponent(secret)),
          ),
          `${method} ${url} shows nothing`,
        )
        t.ok(
          answer.status < 500,
          `${method} ${url} answers ${answer.status}: ${text.slice(0, 200)}`,
        )
        if (answer.status === 200 && url.includes('?')) t.match(answer.body, { data: [] }, url)
        statuses.push(answer.status)
      }
      // A body that does not fit the route is refused before its id is looked up.
      const isIncomplete = !url.includes('?') && lacksQuery(operation)
      const expected = isIncomplete
        ? [422]
        : method === 'GET' || method === 'DELETE'
          ? [404]
          : [404, 422]
      if (path.includes('{')) {
        t.same(
          statuses.filter((status) => !expected.includes(status)),
          [],
          `${method} ${url}`,
        )
        t.ok(isIncomplete || statuses.includes(404), `${method} ${url} is not found`)
      }
    }
  t.strictSame(await everything(world), before, 'nothing of the first account has changed')
})

/** Fills an account with one of everything. @returns its ids, by the name of the parameter that takes them */
async function livedIn(world: World): Promise<Ids> {
  const api = world.api()
  await api.put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })
  const wamid = await world.userWrites('5531987654321', 'a secret of the first account')
  const conversation = await eventually(async () => {
    const { body } = await api.get<{ data: { id: string; contact_id: string }[] }>('/conversations')
    return body.data[0]
  })
  const [message, stage] = await Promise.all([
    eventually(async () => (await first(api, '/messages')).id),
    first(api, '/stages'),
  ])
  await eventually(() => world.customer.arrivals.length > 0)
  const delivery = await eventually(async () => first(api, '/webhooks/deliveries?status=delivered'))
  await templatesListed(world)
  return {
    conversation_id: conversation.id,
    contact_id: conversation.contact_id,
    connection_id: world.connection.id,
    stage_id: String(stage.id),
    log_id: String(message),
    delivery_id: String(delivery.id),
    recovery_id: await recovery(api, world.connection.id),
    provider_message_id: wamid,
    phone: world.connection.phone_number_digits,
  }
}

async function recovery(api: ApiClient, connection_id: string): Promise<string> {
  const body = { connection_id, since: new Date().toISOString() }
  return (await api.post<{ data: { id: string } }>('/webhooks/recover', body)).body.data.id
}

async function first(api: ApiClient, path: string) {
  const { body } = await api.get<{ data: { id: string | number }[] }>(path)
  return body.data[0] as { id: string | number }
}

async function routes(): Promise<Route[]> {
  const file = new URL('../../docs/openapi.json', import.meta.url)
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

/** Every way to put the ids into the path and query of a route. */
function addresses(path: string, { parameters = [] }: Operation, ids: Ids): string[] {
  const filled = path.includes('{')
    ? Object.values(ids).map((id) => path.replace(/\{\w+\}/, encodeURIComponent(id)))
    : [path]
  const names = parameters.filter((p) => p.in === 'query' && p.name in ids).map((p) => p.name)
  const query = (name: string) => `${name}=${encodeURIComponent(ids[name] ?? '')}`
  return [...filled, ...filled.flatMap((at) => names.map((name) => `${at}?${query(name)}`))]
}

function lacksQuery({ parameters = [] }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === 'query' && parameter.required === true)
}
