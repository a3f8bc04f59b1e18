import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type {
  DemoAccount,
  DemoConnection,
  DemoNumber,
  DemoSession,
  DemoUser,
} from '@recado/contract/demo-file'
import type { Plan } from '@recado/domain/account/plan'
import { readPrivate, writePrivate } from '@recado/infra/private-file'
import type { Secrets } from '../secrets.ts'
import { addDashboardUser } from './dashboard-user.ts'

/** An account as `demo-accounts.json` keeps it. */
export type SeededAccount = DemoAccount & { readonly sales_secret: string }

const fileIn = (dataDir: string) => join(dataDir, 'demo-accounts.json')

/** The accounts seeded by an earlier start; none at the first start. */
export async function readSeededAccounts(dataDir: string): Promise<SeededAccount[]> {
  return (await readPrivate<SeededAccount[]>(fileIn(dataDir))) ?? []
}

export function officialNumbers(accounts: readonly DemoAccount[]): DemoNumber[] {
  return accounts
    .flatMap(({ connections }) => connections)
    .filter((connection): connection is DemoNumber => connection.type === 'official')
}

/**
 * Opens two demo accounts, official and basic, through the operator's API, and keeps their keys in `dataDir`.
 * Each seeding draws new numbers, so that one that stopped half-way does not conflict with the next.
 * @param atProvider creates a number at the simulated provider, which Recado asks about it
 */
export async function seedAccounts(
  operatorUrl: string,
  secrets: Secrets,
  dataDir: string,
  atProvider: (number: Omit<DemoNumber, 'id'>) => Promise<void>,
): Promise<SeededAccount[]> {
  const call = operatorCalls(operatorUrl, secrets.operator_token)
  const official = await openAccount(call, 'Loja A', 'official', async (id) => [
    await addNumber(call, id, secrets, atProvider),
    await addSession(call, id, secrets),
  ])
  const basic = await openAccount(call, 'Loja B', 'basic', async (id) => [
    await addSession(call, id, secrets),
  ])
  await writePrivate(fileIn(dataDir), [official, basic])
  return [official, basic]
}

/**
 * Adds an owner to every account without one, and keeps the passwords in `dataDir`.
 * @returns the accounts with their owners
 */
export async function seedDashboardUsers(
  publicUrl: string,
  secrets: Secrets,
  dataDir: string,
  accounts: readonly SeededAccount[],
): Promise<SeededAccount[]> {
  const call = operatorCalls(`${publicUrl}/operator/v1`, secrets.operator_token)
  const seeded: SeededAccount[] = []
  for (const [n, account] of accounts.entries()) {
    const email = n === 0 ? 'demo@recado.local' : `demo-${account.plan}@recado.local`
    const add = (address: string) => addDashboardUser(call, publicUrl, account, address)
    const dashboard =
      account.dashboard ??
      (await add(email).catch((error) => addAtOtherAddress(error, account, add)))
    seeded.push({ ...account, dashboard })
  }
  await writePrivate(fileIn(dataDir), seeded)
  return seeded
}

/** An address belongs to one account only: on a log that another folder seeded, the usual address is taken. */
function addAtOtherAddress(
  error: unknown,
  { id }: SeededAccount,
  add: (email: string) => Promise<DemoUser>,
): Promise<DemoUser> {
  if (!(error instanceof SeedRefused)) throw error
  return add(`demo-${id.slice(0, 8)}@recado.local`)
}

/** A refusal by the operator's API that a repeated call would not change. */
class SeedRefused extends Error {}

type Call = (path: string, body: object) => Promise<Record<string, string>>

function operatorCalls(operatorUrl: string, token: string): Call {
  return async (path, body) => {
    const answer = await fetch(operatorUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    const problem = `seeding: POST ${path} answered ${answer.status}: ${text}`
    if (answer.status === 422) throw new SeedRefused(problem)
    if (!answer.ok) throw new Error(problem)
    return JSON.parse(text).data
  }
}

async function openAccount(
  call: Call,
  name: string,
  plan: Plan,
  connectionsOf: (id: string) => Promise<readonly DemoConnection[]>,
): Promise<SeededAccount> {
  const { id = '', sales_secret = '' } = await call('/accounts', { name, plan })
  const issue = async (keyName: string, scopes: string[]) =>
    (await call(`/accounts/${id}/api-keys`, { name: keyName, scopes })).key ?? ''
  const api_key = await issue('Demo', ['read', 'write'])
  const read_only_key = await issue('Demo, read only', ['read'])
  const connections = await connectionsOf(id)
  return { id, plan, api_key, read_only_key, sales_secret, connections }
}

async function addNumber(
  call: Call,
  accountId: string,
  secrets: Secrets,
  atProvider: (number: Omit<DemoNumber, 'id'>) => Promise<void>,
): Promise<DemoNumber> {
  const number = {
    type: 'official' as const,
    phone_number_id: `106${digits(12)}`,
    waba_id: `102${digits(12)}`,
  }
  const phone_number_digits = `551198${digits(7)}`
  await atProvider({ ...number, phone_number_digits })
  const { id = '' } = await call(`/accounts/${accountId}/connections`, {
    ...number,
    phone_number: `+${phone_number_digits}`,
    token: secrets.graph_token,
    app_secret: secrets.app_secret,
  })
  return { id, ...number, phone_number_digits }
}

async function addSession(call: Call, accountId: string, secrets: Secrets): Promise<DemoSession> {
  const session = { type: 'freemium' as const, session: `conn_${digits(6)}` }
  const phone_number_digits = `552197${digits(7)}`
  const { id = '' } = await call(`/accounts/${accountId}/connections`, {
    ...session,
    phone_number: `+${phone_number_digits}`,
    hmac_key: secrets.waha_hmac_key,
  })
  return { id, ...session, phone_number_digits }
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}
