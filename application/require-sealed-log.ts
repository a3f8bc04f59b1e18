import { keepTrying } from '@recado/infra/concurrency/keep-trying'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { isOfOldForm } from '@recado/infra/event-store/old-form'
import { WrongSettings } from '@recado/infra/wrong-settings'
import type { Logger } from 'pino'

/**
 * Waits until the log tells of which form it is. What stands in plain text in a log could not be erased.
 * @throws WrongSettings when it was begun before facts were sealed
 */
export async function requireSealedLog({
  store,
  log,
}: {
  readonly store: Pick<EventStore, 'readAll'>
  readonly log: Logger
}): Promise<void> {
  if (await keepTrying(log, 'reading how the log begins', () => isOfOldForm(store)))
    throw new WrongSettings(
      'EVENTSTORE_URL names a log from before facts were sealed: copy it with npm run import, and start with the copy',
    )
}
