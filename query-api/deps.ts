import type { ErasureWatch } from '@recado/application/contacts/erasure-watch'
import type { PersonIds } from '@recado/application/person-ids'
import type { FillingWatch } from '@recado/application/read-models/filling'
import type { ReadModels } from '@recado/application/read-models/read-models'
import type { Registry } from '@recado/application/registry/registry'
import type { SharedSlots } from '@recado/infra/concurrency/shared-slots'
import type { Tenant } from '@recado/infra/concurrency/tenant-shares'
import type { Config } from '@recado/infra/config'
import type { EventStore, RecordedEvent, StoredBytes } from '@recado/infra/event-store/event-store'
import type { RouteInput } from '@recado/infra/http/api-route'
import type { PageFiles } from '@recado/infra/http/page-files'
import type { ServeDeps } from '@recado/infra/http/register-routes'
import type { PublishedSchema } from '@recado/infra/http/schemas-file'
import type { ServerOptions } from '@recado/infra/http/server'
import type { Sessions } from '@recado/infra/http/sign-in/sessions'
import type { Simulators } from '@recado/infra/http/sign-in/simulators'
import type { MediaStore } from '@recado/infra/media-store/media-store'
import type { Pool } from '@recado/infra/postgres/run'
import type { Providers } from '@recado/infra/providers/provider'
import type { Vault } from '@recado/infra/vault/vault'
import type { FactTail } from './dashboard/live/fact-tail.ts'
import type { EventFollower } from './events/follower.ts'
import type { LogReads } from './log/log-reads.ts'
import type { OpenAnswers } from './routing/open-answers.ts'

/** The dependencies of routes. They read the log by `logOf` only, in turn. */
export type ServedDeps = Omit<QueryDeps, 'store'> & {
  /** The log for the reads of one request. */
  readonly logOf: (input: Pick<RouteInput, 'caller' | 'request' | 'reply'>) => LogReads
  /** The bytes of a fact as they are stored; null when it is not in its place. To be called in a turn. */
  readonly storedOf: (fact: RecordedEvent) => Promise<StoredBytes | null>
  readonly follower: EventFollower
  readonly tail: FactTail
  /** Turns for long reads, which accounts share. */
  readonly turns: SharedSlots<Tenant>
  /** Turns for reads that count rows one by one; an account has one at a time. */
  readonly counts: SharedSlots
  /** Turns for answers that need no key. */
  readonly openAnswers: OpenAnswers
  /** Turns for the connections to Postgres; no account gets all of them. */
  readonly reads: SharedSlots
}

/** The outside dependencies of queries. Built once per process in main.ts, and by tests. */
export type QueryDeps = ServeDeps &
  ServerOptions & {
    /** Unqualified table names are the read models'. */
    readonly pool: Pool
    readonly readModels: ReadModels
    /** How far the read models are filled; nothing is read from them before. */
    readonly filling: FillingWatch
    /** Closed while persons that were erased are back. */
    readonly erasures: ErasureWatch
    /** The log, for reads that must not miss a fact. */
    readonly store: Pick<EventStore, 'readStream' | 'readLast' | 'readAll' | 'head' | 'subscribe'>
    readonly registry: Registry
    readonly personIds: PersonIds
    readonly vault: Pick<Vault, 'get'>
    readonly providers: Providers
    /** The sealed copies of files; null without MEDIA_STORE. */
    readonly mediaStore: MediaStore | null
    readonly sessions: Sessions
    /** Null unless WhatsApp is simulated. */
    readonly simulators: Simulators | null
    /** The files of the dashboard; null when they were not built. */
    readonly page: PageFiles | null
    readonly now: () => Date
    readonly config: Config
    /** The OpenAPI document of both APIs, as JSON. */
    readonly openapi: Buffer
    /** The OpenAPI document of the dashboard's own routes, as JSON. */
    readonly dashboardOpenapi: Buffer
    /** The JSON Schemas of facts and webhook events, by name. */
    readonly schemas: ReadonlyMap<string, PublishedSchema>
  }
