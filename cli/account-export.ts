import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Recado } from '@recado/client'
import { UsageError } from './io.ts'

/** What an export has: how many of each list, and that it is complete. */
export type Manifest = {
  readonly account_id: string
  readonly name: string
  readonly exported_at: string
  readonly lists: Readonly<Record<string, number>>
}

/** Lists of the API, by the name of their file. `contacts` is first: it names the persons. */
const LISTS = {
  contacts: '/contacts',
  connections: '/connections',
  stages: '/stages',
  templates: '/templates',
  webhooks: '/webhooks',
  conversations: '/conversations',
  messages: '/messages',
  sales: '/sales',
  deliveries: '/webhooks/deliveries',
  raw_events: '/webhook-events',
} as const
const PAGE = 200
const MANIFEST = 'manifest.json'

type Item = { readonly id?: string }
type Page = { readonly data: readonly Item[] }
type Account = Pick<Manifest, 'account_id' | 'name'>

/**
 * Writes everything that an account can read into a folder: its lists, a line for each row, and of each person everything
 * that the log has. The manifest is written last. An earlier export of the account is replaced.
 * @throws UsageError for a folder with the export of another account; RecadoError
 */
export async function exportAccount(
  recado: Recado,
  account: Account,
  folder: string,
  tell: (line: string) => void,
): Promise<Manifest> {
  await mkdir(join(folder, 'persons'), { recursive: true, mode: 0o700 })
  const made = await manifestIn(folder)
  if (made !== null && made.account_id !== account.account_id)
    throw new UsageError(`${folder} has the export of the account ${made.account_id}`)
  const lists: Record<string, number> = {}
  for (const [name, path] of Object.entries(LISTS)) {
    lists[name] = await writeList(recado, path, join(folder, `${name}.ndjson`), async (items) => {
      for (const { id } of name === 'contacts' ? items : [])
        if (id) await person(recado, id, folder)
    })
    tell(`exported ${lists[name]} of ${name}`)
  }
  const manifest = { ...account, exported_at: new Date().toISOString(), lists }
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  return manifest
}

async function manifestIn(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Manifest)
}

/** @returns how many there are */
async function writeList(
  recado: Recado,
  path: string,
  file: string,
  also: (items: readonly Item[]) => Promise<void>,
): Promise<number> {
  let count = 0
  async function* lines() {
    for (let items: readonly Item[] | undefined; items === undefined || items.length === PAGE; ) {
      const answer = await recado.fetch(`${path}?limit=${PAGE}&offset=${count}`)
      items = ((await answer.json()) as Page).data
      count += items.length
      yield items.map((item) => `${JSON.stringify(item)}\n`).join('')
      await also(items)
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600 }))
  return count
}

async function person(recado: Recado, id: string, folder: string): Promise<void> {
  const answer = await recado.fetch(`/contacts/${id}/export`)
  const file = createWriteStream(join(folder, 'persons', `${id}.json`), { mode: 0o600 })
  await pipeline(Readable.from(answer.body ?? []), file)
}
