import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { operatorRoutes } from '@recado/command-api/operator/operator-routes'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { openFrontDoor } from '@recado/standalone/api/front-door'
import { type Test, test } from 'tap'
import { stranger } from '../attack/stranger.ts'
import { usualBounds } from '../kit/bounds.ts'
import { eventually } from '../kit/eventually.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { addFreemium, addOfficial, openTenant } from '../kit/tenants.ts'

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> }

const docs = new URL('../../docs/', import.meta.url)
const operations = await readFile(new URL('operations.md', docs), 'utf8')
const UNITS: Readonly<Record<string, number>> = { KB: 1_024, MB: 1_048_576 }
const product = await sharedProduct()

test('every route judges a stranger by the head, but for the doors of docs/operations.md', async (t) => {
  const port = await listening(t)
  const inTable = new Set([...(await doorsInTable()).keys()].map((door) => door.split(' ')[1]))
  const routes = [
    ...(await documented('openapi.json', '/api/v1')),
    ...(await documented('dashboard-openapi.json', '/dashboard/v1')),
    ...operatorRoutes(PROVIDERS).map(({ method, url }) => `${method} /operator/v1${url}`),
    ...['POST /', 'PUT /api/v1/contacts', 'POST /hooks', 'POST /livez', 'DELETE /dashboard'],
    ...['POST /hooks/whatsapp/0', 'POST /hooks/waha/0', 'POST /hooks/sales/0', 'QUERY /api/v1'],
  ].filter((route) => !inTable.has(route.split(' ')[1]))
  t.ok(routes.length > 90)
  for (const route of routes) {
    const { heard } = stranger(t, port, { writes: `${headOf(route, 9)}{` })
    await eventually(() => heard() !== '')
    t.match(heard(), /^HTTP\/1.1 (200|400|401|403|404|405) /, route)
  }
})

test('the doors of docs/operations.md hold a body of the size that is said there, and no larger one', async (t) => {
  const port = await listening(t)
  const doors = await doorsInTable()
  t.equal(doors.size, 5)
  const held = [...doors].map(([route, most]) =>
    stranger(t, port, { writes: `${headOf(route, most)}{` }),
  )
  for (const [route, most] of doors) {
    const { heard } = stranger(t, port, { writes: `${headOf(route, most + 1)}{` })
    await eventually(() => heard() !== '')
    t.match(heard(), /^HTTP\/1.1 413 /, route)
  }
  for (const { heard } of held) t.equal(heard(), '', 'it still waits for the body')
})

/** The routes that read a body before they judge it, with real ids, and how large it may be. */
async function doorsInTable(): Promise<ReadonlyMap<string, number>> {
  const { id: account_id } = await openTenant(product)
  const official = await addOfficial(product, account_id)
  const { id: connection_id } = await addFreemium(product, account_id)
  const ids: Readonly<Record<string, string>> = {
    ...{ account_id, connection_id, hook: official.hook.split('/').at(-1) ?? '' },
  }
  const [, table = ''] = /^## The doors([\s\S]*?)^## /m.exec(operations) ?? []
  const rows = table.matchAll(/^\| `POST ([^`]*)`.*?\|.*?\| (\d+) (KB|MB)/gm)
  return new Map(
    [...rows].map(([, path = '', size, unit = '']) => [
      `POST ${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')}`,
      Number(size) * (UNITS[unit] ?? 0),
    ]),
  )
}

async function documented(file: string, base: string): Promise<string[]> {
  const { paths }: Document = JSON.parse(await readFile(new URL(file, docs), 'utf8'))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${base}${path}`),
  )
}

/** The head of a request from one of our own pages, with signatures that only the whole body shows to be forged. */
function headOf(route: string, length: number): string {
  return [
    `${route.replace(/[{}]/g, '')} HTTP/1.1`,
    ...['host: a', 'sec-fetch-site: same-origin', 'content-type: application/json'],
    `x-hub-signature-256: sha256=${'0'.repeat(64)}`,
    `x-webhook-hmac: ${'0'.repeat(128)}`,
    `x-service-signature: t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`,
    `content-length: ${length}`,
    '\r\n',
  ].join('\r\n')
}

async function listening(t: Test): Promise<number> {
  const { commandApp: command, queryApp: query } = product
  const door = await openFrontDoor({ command, query, bounds: usualBounds })
  await door.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => {
    door.server.closeAllConnections()
    return door.close()
  })
  return (door.server.address() as AddressInfo).port
}
