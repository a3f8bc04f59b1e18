import { readFile } from 'node:fs/promises'
import { operatorRoutes } from '@recado/command-api/operator/operator-routes'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { test } from 'tap'
import { sharedProduct } from '../kit/shared-product.ts'

const document = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')

test('docs/operations.md has every route of the operator, and no other', async (t) => {
  const [, table = ''] = /^### The operator's routes([\s\S]*?)^## /m.exec(document) ?? []
  const told = [...table.matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, route]) => String(route))
  const routes = operatorRoutes(PROVIDERS).map(
    ({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`,
  )
  t.same(told.filter((route) => !route.includes('/operator')).sort(), routes.sort())
})

test('the first account is created by the calls in the document', async (t) => {
  const { operator } = await sharedProduct()
  const calls = [...document.matchAll(/^operator POST (\S+) '(.*)'$/gm)]
  t.equal(calls.length, 4)
  let account = ''
  for (const [, path = '', body = ''] of calls) {
    const url = path.replace('$ACCOUNT', account)
    const made = await operator.post<{ data: { id: string } }>(url, JSON.parse(body))
    t.equal(made.status, 201, url)
    account ||= made.body.data.id
  }
})
