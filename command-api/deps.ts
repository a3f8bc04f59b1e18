import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { ErasureWatch } from '@recado/application/contacts/erasure-watch'
import type { PersonIds } from '@recado/application/person-ids'
import type { FillingWatch } from '@recado/application/read-models/filling'
import type { ReadModels } from '@recado/application/read-models/read-models'
import type { Registry } from '@recado/application/registry/registry'
import type { Sending } from '@recado/application/sending/sending'
import type { Outages } from '@recado/application/status/outages'
import type { ReportOutage } from '@recado/application/status/troubles'
import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import type { Config } from '@recado/infra/config'
import type { Journal } from '@recado/infra/event-store/event-store'
import type { Attempts } from '@recado/infra/http/attempts'
import type { RateLimits } from '@recado/infra/http/rate-limits'
import type { ServeDeps } from '@recado/infra/http/register-routes'
import type { ServerOptions } from '@recado/infra/http/server'
import type { Devices } from '@recado/infra/http/sign-in/devices'
import type { Passwords } from '@recado/infra/http/sign-in/password-hash'
import type { Sessions } from '@recado/infra/http/sign-in/sessions'
import type { Simulators } from '@recado/infra/http/sign-in/simulators'
import type { Pool } from '@recado/infra/postgres/run'
import type { Providers } from '@recado/infra/providers/provider'
import type { Vault } from '@recado/infra/vault/vault'
import type { RawQuota } from './hooks/raw-quota.ts'
import type { SpoolBudget } from './media/spool-budget.ts'

/** The dependencies of commands and hooks. Built once per process in main.ts, and by tests. */
export type CommandDeps = ExecuteDeps &
  ServeDeps &
  ServerOptions & {
    readonly journal: Journal
    readonly registry: Registry
    readonly personIds: PersonIds
    /** Unqualified table names are the read models'. They serve lookups; decisions use the log. */
    readonly pool: Pool
    readonly vault: Vault
    readonly readModels: ReadModels
    /** How far the read models are filled; nothing is read from them before. */
    readonly filling: FillingWatch
    /** Closed while persons that were erased are back. */
    readonly erasures: ErasureWatch
    /** Which of the servers we depend on are down. */
    readonly outages: Outages
    /** Since when and why Postgres does not store the reports of this process; null while it does. */
    readonly reportOutage: () => ReportOutage | null
    readonly now: () => Date
    readonly newId: () => string
    readonly config: Config
    readonly sending: Sending
    readonly providers: Providers
    readonly sessions: Sessions
    readonly passwords: Passwords
    readonly devices: Devices
    /** Attempts to sign in, of strangers and of known devices, with growing waits. */
    readonly attempts: Attempts
    /** As `rateLimits`, in periods of twenty minutes. */
    readonly slowLimits: RateLimits
    /** Null unless WhatsApp is simulated. */
    readonly simulators: Simulators | null
    /** The disk space that running uploads share. */
    readonly uploads: SpoolBudget
    /** Shares the work that can be done among the accounts whose hooks bring more. */
    readonly hookRate: SharedRate
    /** Limits the posts of hooks that concern no account. */
    readonly nobodysHookRate: SharedRate
    /** Counts the raw bytes that hooks receive in a day. */
    readonly rawQuota: RawQuota
  }
