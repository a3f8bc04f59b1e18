import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { ReadModels } from '@recado/application/read-models/read-models'
import type { Registry } from '@recado/application/registry/registry'
import type { Sending } from '@recado/application/sending/sending'
import type { Outages } from '@recado/application/status/outages'
import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import type { Config } from '@recado/infra/config'
import type { Passwords } from '@recado/infra/dashboard/password-hash'
import type { Sessions } from '@recado/infra/dashboard/sessions'
import type { Simulators } from '@recado/infra/dashboard/simulators'
import type { Journal } from '@recado/infra/event-store/event-store'
import type { RateLimits } from '@recado/infra/http/rate-limits'
import type { ServeDeps } from '@recado/infra/http/register-routes'
import type { ServerOptions } from '@recado/infra/http/server'
import type { Pool } from '@recado/infra/postgres/run'
import type { Providers } from '@recado/infra/providers/provider'
import type { Vault } from '@recado/infra/vault/vault'
import type { SpoolBudget } from './media/spool-budget.ts'

/** All that commands and hooks reach the world through. Made once, in main.ts, and by tests. */
export type CommandDeps = ExecuteDeps &
  ServeDeps &
  ServerOptions & {
    readonly journal: Journal
    readonly registry: Registry
    /** The read models, to route by: unqualified names are theirs. Decisions rest on the log. */
    readonly pool: Pool
    readonly vault: Vault
    readonly readModels: ReadModels
    /** The servers that everything rests on. */
    readonly outages: Outages
    readonly now: () => Date
    /** A new random uuid. */
    readonly newId: () => string
    readonly config: Config
    /** The way out to the providers. */
    readonly sending: Sending
    readonly providers: Providers
    /** Of the dashboard. */
    readonly sessions: Sessions
    readonly passwords: Passwords
    /** As `rateLimits`, by twenty minutes. */
    readonly slowLimits: RateLimits
    /** Where WhatsApp is simulated, and null wherever it is not. */
    readonly simulators: Simulators | null
    /** The disk that uploads under way share. */
    readonly uploads: SpoolBudget
    /** What is told of an account by hooks, beside others. */
    readonly hookRate: SharedRate
  }
