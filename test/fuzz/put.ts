import { createHmac } from 'node:crypto'
import { Problem } from '@recado/contract/problem'
import { OPERATOR_TOKEN } from '../kit/product-servers.ts'
import { serviceSignature } from '../kit/signed.ts'
import type { World } from '../kit/world.ts'
import type { Case } from './case.ts'

/** Signs the hooks of gateway sessions in the fuzzed worlds. */
export const WAHA_KEY = 'hook-key-of-the-fuzz'

const BASES = { api: '/api/v1', operator: '/operator/v1', whatsapp: '', waha: '', sales: '' }

/** How many more responses may be 503: a busy machine causes some. */
export type Leniency = { late: number }

/** Sends a case to the product, again while a 503 is tolerated. @returns what is wrong with the response, or null */
export async function put(world: World, one: Case, may: Leniency): Promise<string | null> {
  const { statusCode, body } = await answerTo(world, one)
  const fault = faultOf(one, statusCode, body)
  if (fault === null) return null
  if (statusCode !== 503 || may.late <= 0) return `${fault}: ${statusCode} ${body.slice(0, 500)}`
  may.late -= 1
  return put(world, one, may)
}

function answerTo(world: World, one: Case) {
  const { commandApp, queryApp } = world.product()
  const app = one.door === 'api' && one.method === 'GET' ? queryApp : commandApp
  return app.inject({
    method: one.method,
    url: `${BASES[one.door]}${one.path}`,
    headers: { ...proof(world, one), ...one.headers },
    ...(one.body === null ? {} : { payload: one.body }),
  })
}

function proof({ tenant, connection }: World, { door, body }: Case): Record<string, string> {
  const text = body ?? ''
  const hmac = (hash: string, key: string, of = text) =>
    createHmac(hash, key).update(of).digest('hex')
  switch (door) {
    case 'api':
      return { authorization: `Bearer ${tenant.key}` }
    case 'operator':
      return { authorization: `Bearer ${OPERATOR_TOKEN}` }
    case 'whatsapp':
      return { 'x-hub-signature-256': `sha256=${hmac('sha256', connection.app_secret)}` }
    case 'waha':
      return { 'x-webhook-hmac': hmac('sha512', WAHA_KEY) }
    case 'sales':
      return { 'x-service-signature': serviceSignature(tenant.sales_secret, text) }
  }
}

function faultOf({ statuses, headers }: Case, status: number, body: string): string | null {
  const waits = status === 503 && 'x-min-event-position' in headers
  if (status >= 500 && status !== 502 && !waits) return 'a fault of ours'
  // A hostile id may turn a path into that of another route.
  if (![404, 405, ...statuses].includes(status)) return 'a status that the route does not document'
  if (status < 400) return null
  return isProblem(body) ? null : 'not the error body of the contract'
}

function isProblem(body: string): boolean {
  try {
    return Problem.safeParse(JSON.parse(body)).success
  } catch {
    return false
  }
}
