import type { PersonIds } from '@recado/application/person-ids'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Run } from '@recado/infra/postgres/run'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import type { Translate } from '@recado/translation/intent'

/** Where something is looked for, and of whom. */
export type Search = {
  readonly account_id: string
  /** The contact that was erased; those that were merged into it are among `contactIds`. */
  readonly person: string
  readonly contactIds: readonly string[]
  readonly store: EventStore
  readonly run: Run
  readonly personIds: PersonIds
  readonly translate: Translate
  readonly now: () => Date
  readonly newId: () => string
  readonly providers: ProviderKinds
}
