import type { ReadModels } from '@recado/application/read-models/read-models'
import type { Registry } from '@recado/application/registry/registry'
import type { SharedSlots } from '@recado/infra/concurrency/shared-slots'
import type { Config } from '@recado/infra/config'
import type { Sessions } from '@recado/infra/dashboard/sessions'
import type { Simulators } from '@recado/infra/dashboard/simulators'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { PageFiles } from '@recado/infra/http/page-files'
import type { ServeDeps } from '@recado/infra/http/register-routes'
import type { PublishedSchema } from '@recado/infra/http/schemas-file'
import type { ServerOptions } from '@recado/infra/http/server'
import type { Pool } from '@recado/infra/postgres/run'
import type { Providers } from '@recado/infra/providers/provider'
import type { Vault } from '@recado/infra/vault/vault'
import type { FactTail } from './dashboard/live/fact-tail.ts'
import type { EventFollower } from './events/follower.ts'

/** What routes are served with. */
export type ServedDeps = QueryDeps & {
  readonly follower: EventFollower
  readonly tail: FactTail
  /** For long reads of the log: they take turns by account. */
  readonly turns: SharedSlots
  /** The connections to Postgres: no account takes all of them. */
  readonly reads: SharedSlots
}

/** All that queries reach the world through. Made once, in main.ts, and by tests. */
export type QueryDeps = ServeDeps &
  ServerOptions & {
    /** The read models: unqualified names are theirs. */
    readonly pool: Pool
    readonly readModels: ReadModels
    /** The log, for what reads must not miss. */
    readonly store: Pick<EventStore, 'readStream' | 'readLast' | 'readAll' | 'head' | 'subscribe'>
    readonly registry: Registry
    /** Secrets that are shown to their owner. */
    readonly vault: Pick<Vault, 'get'>
    /** Asked while the client waits. */
    readonly providers: Providers
    /** Of the dashboard. */
    readonly sessions: Sessions
    /** Where WhatsApp is simulated, and null wherever it is not. */
    readonly simulators: Simulators | null
    /** Null when it was not built. */
    readonly page: PageFiles | null
    readonly now: () => Date
    readonly config: Config
    /** The OpenAPI document of both APIs, as text. */
    readonly openapi: string
    /** That of what the dashboard has besides. */
    readonly dashboardOpenapi: string
    /** The JSON Schemas of facts and webhook events, by name. */
    readonly schemas: ReadonlyMap<string, PublishedSchema>
  }
