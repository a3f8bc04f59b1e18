import { randomUUID } from 'node:crypto'
import { buildApp } from '@recado/command-api/app'
import type { CommandDeps } from '@recado/command-api/deps'
import { commandRoute, operatorCommand } from '@recado/command-api/routing/command-route'
import { workflowRoute } from '@recado/command-api/routing/route'
import { Uuid } from '@recado/contract/ids'
import { editStage } from '@recado/domain/funnel/edit-stage'
import { funnel } from '@recado/domain/funnel/funnel'
import { removeStage } from '@recado/domain/funnel/remove-stage'
import { invalid, invalidInput, notFound } from '@recado/infra/http/http-problem'
import { t as file, test } from 'tap'
import { z } from 'zod'
import { sharedProduct } from '../../kit/shared-product.ts'
import { openTenant, type Tenant } from '../../kit/tenants.ts'

const product = await sharedProduct()
const tenant = await openTenant(product)

const stageName = z.object({ name: z.string() })
const rename = commandRoute({
  method: 'PUT',
  url: '/renamed/:id',
  summary: 'Rename a stage',
  params: z.object({ id: Uuid }),
  body: stageName,
  aggregate: funnel,
  stream: ({ account }) => account.id,
  command: ({ params, body, at }) =>
    body.name === 'taken'
      ? invalidInput('name is taken')
      : { stage_id: params.id, name: body.name, at },
  decide: editStage,
  refusals: { stage_not_found: notFound },
  reply: { 200: stageName, 202: stageName },
  status: ({ events }) => (events.length > 0 ? 202 : 200),
  answer: ({ body }) => ({ name: body.name }),
})
const remove = commandRoute({
  method: 'DELETE',
  url: '/stages/:id',
  summary: 'Remove a stage',
  params: z.object({ id: Uuid }),
  aggregate: funnel,
  stream: ({ account }) => account.id,
  command: ({ params, at }) => ({ stage_id: params.id, at }),
  decide: removeStage,
  refusals: { stage_not_found: notFound, last_stage: invalid('the last stage stays') },
  reply: { 200: z.object({ deleted: z.literal(true) }) },
  answer: () => ({ deleted: true as const }),
})
const byOperator = operatorCommand({
  method: 'PUT',
  url: '/accounts/:account/stages/:id',
  summary: 'Rename a stage of an account',
  params: z.object({ account: Uuid, id: Uuid }),
  body: stageName,
  account: ({ params }) => params.account,
  aggregate: funnel,
  stream: ({ params }) => params.account,
  command: ({ params, body, at }) => ({ stage_id: params.id, name: body.name, at }),
  decide: editStage,
  refusals: { stage_not_found: notFound },
  reply: { 200: stageName },
  answer: ({ body }) => ({ name: body.name }),
})
const bare = workflowRoute({
  method: 'POST',
  url: '/bare',
  summary: 'Write nothing',
  reply: { 200: z.object({ account: z.string() }) },
  handle: async ({ account }) => ({ status: 200, body: { account: account.id }, position: null }),
})

const appWith = (deps: Partial<CommandDeps> = {}) =>
  buildApp(
    { ...product.deps, ...deps },
    { api: [rename, remove, bare], dashboard: [], operator: [byOperator], hooks: [] },
  )
const app = await appWith()
const headers = { authorization: `Bearer ${tenant.key}` }

async function stagesOf({ api }: Tenant): Promise<{ id: string }[]> {
  const { body } = await api.get<{ data: { id: string }[] }>('/stages')
  return body.data
}
const [stage] = await stagesOf(tenant)
const renameTo = (name: string, more: object = {}, on = app) =>
  on.inject({
    method: 'PUT',
    url: `/api/v1/renamed/${stage?.id}`,
    headers: { ...headers, ...more },
    payload: { name },
  })

test('a command appends its facts and answers with their position', async (t) => {
  const answer = await renameTo('Leads', { 'x-request-id': 'ask-1' })
  t.equal(answer.statusCode, 202)
  t.same(answer.json(), { name: 'Leads' })
  t.equal(answer.headers['x-read-consistency'], undefined)
  const last = await product.deps.store.readLast(`funnel-${tenant.id}`)
  const asked = { account_id: tenant.id, request_id: 'ask-1' }
  const request_id = product.deps.personIds.requestId(asked)
  t.equal(answer.headers['x-event-position'], String(last?.position))
  t.match(last, {
    type: 'StageRenamed',
    data: { stage_id: stage?.id, name: 'Leads', renamed_at: last?.metadata.recorded_at },
    metadata: {
      account_id: tenant.id,
      actor: { type: 'api_key', id: tenant.key_id },
      $correlationId: request_id,
      $causationId: request_id,
      request_id,
    },
  })
})

test('a command without facts answers with the position of earlier ones', async (t) => {
  const before = await product.deps.store.readLast(`funnel-${tenant.id}`)
  const answer = await renameTo('Leads')
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers['x-event-position'], String(before?.position))
})

test('a refusal, and a problem before the decision, append nothing', async (t) => {
  const before = await product.deps.store.readLast(`funnel-${tenant.id}`)
  const unknown = await app.inject({
    method: 'DELETE',
    url: `/api/v1/stages/${randomUUID()}`,
    headers,
  })
  t.equal(unknown.statusCode, 404)
  t.equal(unknown.headers['x-event-position'], undefined)
  t.match((await renameTo('taken')).json(), { error: { message: 'name is taken' } })
  const after = await product.deps.store.readLast(`funnel-${tenant.id}`)
  t.equal(after?.id, before?.id)
})

test('a write that the read models have not reached in time says so', async (t) => {
  const late = await appWith({
    readModels: { ...product.deps.readModels, waitFor: async () => false },
  })
  const answer = await renameTo('Late', {}, late)
  t.equal(answer.statusCode, 202)
  t.equal(answer.headers['x-read-consistency'], 'pending')
  t.match(answer.headers['x-event-position'], /^\d+$/)
  await late.close()
})

test('the operator acts for an account', async (t) => {
  const answer = await app.inject({
    method: 'PUT',
    url: `/operator/v1/accounts/${tenant.id}/stages/${stage?.id}`,
    headers: { authorization: `Bearer ${product.config.OPERATOR_TOKEN}` },
    payload: { name: 'By the operator' },
  })
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers.ratelimit, undefined, 'and is not counted')
  const last = await product.deps.store.readLast(`funnel-${tenant.id}`)
  t.match(last?.metadata, { account_id: tenant.id, actor: { type: 'operator' } })
})

test('a route that wrote nothing answers no position', async (t) => {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/bare', headers })
  t.same(answer.json(), { account: tenant.id })
  t.equal(answer.headers['x-event-position'], undefined)
})

test('an unreachable log is answered 503, and the next try succeeds', async (t) => {
  const { StoreUnavailable } = await import('@recado/infra/event-store/errors')
  const store: CommandDeps['store'] = {
    ...product.deps.store,
    append: () => Promise.reject(new StoreUnavailable('no answer', { outcomeUnknown: true })),
  }
  const cut = await appWith({ store })
  const answer = await renameTo('Cut off', {}, cut)
  t.equal(answer.statusCode, 503)
  t.match(answer.json(), { error: { code: 'unavailable' } })
  t.equal((await renameTo('Cut off')).statusCode, 202)
  await cut.close()
})

file.teardown(() => app.close())
