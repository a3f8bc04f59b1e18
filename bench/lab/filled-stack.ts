import { setTimeout as delay } from 'node:timers/promises'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { connectionSettings } from '@recado/infra/postgres/pool'
import pg from 'pg'
import type { GroupRun } from '../measuring/group.ts'
import { type Differs, fillLists } from './fill-lists.ts'
import { firstPosts } from './graph-post.ts'
import { httpClient } from './http-client.ts'
import type { Stack } from './stack.ts'
import { openTenant, type Tenant } from './tenant.ts'

/** A tenant with full lists, and a client of the read models' database. */
export type Filled = { readonly tenant: Tenant; readonly client: pg.Client }

/** What a bench can use while the product runs, before the rows are copied. */
export type Before = {
  /** Waits until the statement returns a row. */
  shown(statement: string): Promise<void>
  readonly tenant: Tenant
  /** The port of command-api. */
  readonly port: number
}

/** What a bench fills its stack with. */
type Filling = {
  /** The tables to fill; by default those of a person: contacts, conversations and messages. */
  readonly tables?: readonly string[]
  /** What is to be in the log before rows are copied. */
  before?(product: Before): Promise<void>
  /** How copies of rows differ, by table, besides what makes them different rows. */
  also?(tenant: Tenant): Readonly<Record<string, Differs>>
}

/** A tenant with `rows` rows in each table. No process that writes is left running. */
export async function filledStack(
  { lab, progress }: Pick<GroupRun, 'lab' | 'progress'>,
  stack: Stack,
  rows: number,
  { tables, before, also }: Filling = {},
): Promise<Filled> {
  const projectors = await stack.follow()
  const commands = await stack.start('command-api')
  const tenant = await openTenant(lab, commands.port)
  const client = new pg.Client(connectionSettings(stack.settings.DATABASE_URL, READ_SCHEMA))
  await client.connect()
  lab.after(() => client.end())
  const shown = (statement: string) =>
    until(statement, async () => ((await client.query(statement)).rowCount ?? 0) > 0)
  await before?.({ shown, tenant, port: commands.port })
  const hooks = httpClient(lab, commands.port, { connections: 1 })
  for (const { body, headers } of firstPosts(tenant, 1))
    await hooks.post('/hooks/whatsapp', body, headers)
  // The product itself makes the rows to copy, from one message.
  await shown('select from messages')
  for (const table of tables ?? []) await shown(`select from ${table}`)
  await Promise.all([commands.stop(), projectors.stop()])
  await fillLists(client, rows, progress, tables, also?.(tenant))
  return { tenant, client }
}

async function until(what: string, done: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error(`nothing was shown by ${what}`)
    await delay(50)
  }
}
