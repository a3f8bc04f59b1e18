import { randomUUID } from 'node:crypto'
import { buildApp } from '@recado/query-api/app'
import { test } from 'tap'
import { browser, PASSWORD, signedIn } from '../kit/dashboard.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { openTenant } from '../kit/tenants.ts'

const product = await sharedProduct()
const tenant = await openTenant(product)
const email = `${randomUUID()}@loja.example`
await signedIn(product, tenant.id, email, 'viewer')

/** More than a process has connections to Postgres. */
const MANY = 12

for (const path of [
  '/facts',
  '/facts/0',
  `/streams/funnel-${tenant.id}`,
  `/trace/messages/${randomUUID()}`,
])
  test(`while the log does not answer, GET ${path} takes no connection to Postgres from others`, async (t) => {
    let go = () => {}
    const gone = new Promise<void>((resolve) => {
      go = resolve
    })
    async function* late<Fact>(facts: AsyncIterable<Fact>) {
      await gone
      yield* facts
    }
    const { store } = product.deps
    const queryApp = await buildApp({
      ...product.deps,
      store: {
        ...store,
        readAll: (options) => late(store.readAll(options)),
        readStream: (stream, from) => late(store.readStream(stream, from)),
      },
    })
    t.teardown(() => queryApp.close())
    const page = browser({ ...product, queryApp })
    await page.post('/session', { email, password: PASSWORD })
    const headers = { 'x-min-event-position': '0' }
    const reads = Array.from({ length: MANY }, () => page.call({ method: 'GET', path, headers }))
    for (let n = 0; n < 3; n++) t.equal((await page.get('/contacts')).status, 200)
    go()
    const answers = await Promise.all(reads)
    t.ok(
      answers.every(({ status }) => status === 200 || status === 404),
      answers.map(({ status }) => status).join(' '),
    )
  })
