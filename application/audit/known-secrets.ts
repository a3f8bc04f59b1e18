import { connection } from '@recado/domain/connection/connection'
import type { ConnectionEvent } from '@recado/domain/connection/events'
import type { Config } from '@recado/infra/config'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { AppHook, ConnectionHook } from '@recado/infra/providers/hook'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { Vault } from '@recado/infra/vault/vault'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { streamOf } from '../ids.ts'

/** Secrets that may have signed a post. */
export type Secrets = {
  readonly secrets: readonly string[]
  /** Whether the vault lacks some of them. */
  readonly isIncomplete: boolean
}

export type KnownSecrets = {
  /** All secrets that the connection ever had, to prove posts from before a change. */
  ofConnection(id: string, hook: AppHook | ConnectionHook): Promise<Secrets>
  /** The secrets of every connection: one of them has also signed a post that is about no connection. */
  ofAll(hook: AppHook | ConnectionHook): AsyncGenerator<Secrets>
}

type Deps = {
  readonly store: Pick<EventStore, 'readStream'>
  readonly vault: Pick<Vault, 'get'>
  readonly pool: Pick<pg.Pool, 'query'>
  readonly config: Config
}

const PAGE_ROWS = 500

/** Reads secrets by the facts that name them, and remembers them. */
export function knownSecrets(deps: Deps): KnownSecrets {
  const remembered = new LRUCache<string, Secrets>({ max: 5_000 })
  const ofConnection: KnownSecrets['ofConnection'] = async (id, hook) => {
    const known = remembered.get(id)
    if (known !== undefined) return known
    const secrets = await readAllSecrets(deps, id, hook)
    remembered.set(id, secrets)
    return secrets
  }
  return {
    ofConnection,
    async *ofAll(hook) {
      const own = deps.config.WHATSAPP_APP_SECRET
      if (hook.speaksFor === 'app' && own !== null) yield { secrets: [own], isIncomplete: false }
      for await (const id of connectionIds(deps.pool)) yield ofConnection(id, hook)
    },
  }
}

async function readAllSecrets(
  deps: Deps,
  id: string,
  hook: AppHook | ConnectionHook,
): Promise<Secrets> {
  const references = new Map<string, string>()
  for await (const event of deps.store.readStream(streamOf(connection, id))) {
    const { type, data } = event as RecordedEvent<ConnectionEvent>
    const account = event.metadata.account_id ?? ''
    if (type === 'ConnectionRegistered' || type === 'ConnectionCredentialsReplaced')
      for (const name of hook.credentials) {
        const reference = data.secret_refs[name]
        if (reference !== undefined) references.set(reference, account)
      }
  }
  const shared = hook.speaksFor === 'connection' ? hook.sharedSecret(deps.config) : null
  const secrets = new Set(shared === null ? [] : [shared])
  let isIncomplete = false
  for (const [reference, account] of references) {
    const secret = await secretOrNull(deps.vault, { account_id: account, reference })
    if (secret === null) isIncomplete = true
    else secrets.add(secret)
  }
  return { secrets: [...secrets], isIncomplete }
}

async function* connectionIds(pool: Deps['pool']): AsyncGenerator<string> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<{ id: string }>(
      'select id from connections where id > $1 order by id limit $2',
      [after, PAGE_ROWS],
    )
    for (const { id } of rows) yield id
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ROWS) return
    after = last.id
  }
}
