import type { ReadModels } from '@recado/application/read-models/read-models'
import type { Registry } from '@recado/application/registry/registry'
import type { Config } from '@recado/infra/config'
import type { ServeDeps } from '@recado/infra/http/register-routes'
import type { PublishedSchema } from '@recado/infra/http/schemas-file'
import type { ServerOptions } from '@recado/infra/http/server'
import type { Pool } from '@recado/infra/postgres/run'
import type { Providers } from '@recado/infra/providers/provider'
import type { Vault } from '@recado/infra/vault/vault'
import type { EventFollower } from './events/follower.ts'

/** What routes are served with. */
export type ServedDeps = QueryDeps & { readonly follower: EventFollower }

/** All that queries reach the world through. Made once, in main.ts, and by tests. */
export type QueryDeps = ServeDeps &
  ServerOptions & {
    /** The read models: unqualified names are theirs. */
    readonly pool: Pool
    readonly readModels: ReadModels
    readonly registry: Registry
    /** Secrets that are shown to their owner. */
    readonly vault: Pick<Vault, 'get'>
    /** Asked while the client waits. */
    readonly providers: Providers
    readonly now: () => Date
    readonly config: Config
    /** The OpenAPI document of both APIs, as text. */
    readonly openapi: string
    /** The JSON Schemas of facts and webhook events, by name. */
    readonly schemas: ReadonlyMap<string, PublishedSchema>
  }
