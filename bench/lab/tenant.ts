import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type HttpClient, httpClient } from './http-client.ts'
import type { Lab } from './lab.ts'
import { APP_SECRET, OPERATOR_TOKEN } from './stack.ts'

/** An account with a key and a number of the Cloud API. */
export type Tenant = {
  readonly account_id: string
  readonly key: string
  readonly connection_id: string
  readonly phone_number_id: string
  readonly waba_id: string
  readonly app_secret: string
  /** Path of the hook that Meta posts to. */
  readonly hook: string
}

/** Opens an account as the operator would. @param port of a command-api */
export async function openTenant(lab: Lab, port: number): Promise<Tenant> {
  const operator = operatorOf(lab, port, 1)
  const account = await patiently(() =>
    made(operator, '/accounts', { name: 'Bench', plan: 'agency' }),
  )
  const keys = `/accounts/${account.id}/api-keys`
  const key = await made(operator, keys, { name: 'Bench', scopes: ['read', 'write'] })
  const official = {
    phone_number_id: `1065${Date.now()}`,
    waba_id: `1022${Date.now()}`,
    app_secret: APP_SECRET,
  }
  const connection = await made(operator, `/accounts/${account.id}/connections`, {
    type: 'official',
    phone_number: '+5511999990000',
    token: 'token-of-the-bench',
    ...official,
  })
  return {
    account_id: String(account.id),
    key: String(key.key),
    connection_id: String(connection.id),
    hook: new URL(String(connection.hook_url)).pathname,
    ...official,
  }
}

/** A client with the operator's token. @param connections the limit of concurrent calls */
export function operatorOf(lab: Lab, port: number, connections: number): HttpClient {
  return httpClient(lab, port, { connections, bearer: OPERATOR_TOKEN })
}

/** Registers another number of the Cloud API. @returns its id and its `phone_number_id` */
export async function addNumber(operator: HttpClient, { account_id }: Tenant, n: number) {
  const phone_number_id = `1077${Date.now()}${n}`
  const connection = await made(operator, `/accounts/${account_id}/connections`, {
    type: 'official',
    phone_number: `+55119888${String(n).padStart(5, '0')}`,
    token: 'token-of-the-bench',
    phone_number_id,
    waba_id: '1022000000000000',
    app_secret: randomUUID(),
  })
  return { connection_id: String(connection.id), phone_number_id }
}

async function made(operator: HttpClient, path: string, body: object) {
  const { text } = await operator.post(`/operator/v1${path}`, JSON.stringify(body))
  return (JSON.parse(text) as { data: Readonly<Record<string, unknown>> }).data
}

/** Repeats failed work: a process that has just started may still be preparing its vault. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === 20) throw error
      await delay(250)
    }
  }
}
