import { idOf, messageId } from '@recado/application/ids'
import type { PersonIds } from '@recado/application/person-ids'
import type { IdentityClaimed } from '@recado/domain/contact-identity/events'
import type { MessageReceived } from '@recado/domain/message/events'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { UsageError } from '../run-tool.ts'

type Known = IdentityClaimed | MessageReceived

/**
 * Checks that a log has the ids by which its people and messages would be looked up, by the first of each. Ids of before
 * they were keyed cannot be replaced (ADR 114), and another vault has another secret.
 * @throws UsageError when it has others
 */
export async function requireKnownIds(
  log: Pick<EventStore, 'readAll'>,
  ids: PersonIds,
): Promise<void> {
  const unseen = new Set<string>(['IdentityClaimed', 'MessageReceived'])
  for await (const event of log.readAll({ from: 'start' })) {
    if (!unseen.delete(event.type)) continue
    if (idOf(event.stream) !== idToday(event as RecordedEvent<Known>, ids))
      throw new UsageError(
        `${event.stream} is not the id that the vault gives it: set VAULT_URL to the log's own vault, or a copy of it; a log from before ids were keyed cannot be imported (docs/adr/0114-imports-seal.md)`,
      )
    if (unseen.size === 0) return
  }
}

function idToday({ type, data }: RecordedEvent<Known>, ids: PersonIds): string {
  if (type === 'IdentityClaimed') return ids.claimId(data)
  const { provider_message_id } = data.intent
  return messageId({ connection_id: data.connection_id, provider_message_id })
}
