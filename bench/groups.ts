import { contacts, contactsAmongMany } from './groups/contacts.ts'
import { deliveries } from './groups/deliveries.ts'
import { store } from './groups/event-store.ts'
import { firstPage } from './groups/first-page.ts'
import { forged } from './groups/forged.ts'
import { hooks } from './groups/hooks.ts'
import { intake } from './groups/intake.ts'
import { lag } from './groups/lag.ts'
import { listsOfMessages, listsOfPeople, listsOfRecords } from './groups/lists.ts'
import { media } from './groups/media.ts'
import { pages } from './groups/pages.ts'
import { partitions } from './groups/partitions.ts'
import { peers } from './groups/peers.ts'
import { processes } from './groups/processes.ts'
import { projector } from './groups/projector.ts'
import { relay } from './groups/relay.ts'
import { sealShare } from './groups/seal-share.ts'
import { sealedFacts, sealedInbound, sealedSends } from './groups/sealing.ts'
import { seals } from './groups/seals.ts'
import { search } from './groups/search.ts'
import { sendTime } from './groups/send-time.ts'
import { sends } from './groups/sends.ts'
import { stages } from './groups/stages.ts'
import { tracing } from './groups/tracing.ts'
import { watchers } from './groups/watchers.ts'
import { webhooks } from './groups/webhooks.ts'
import type { Group } from './measuring/group.ts'

/** In the order in which they run. */
export const GROUPS: readonly Group[] = [
  ...[store, projector, partitions, relay, tracing, sends],
  ...[pages, listsOfPeople, listsOfMessages, listsOfRecords, search],
  ...[contacts, contactsAmongMany, stages, lag, hooks, forged, intake],
  ...[sealedFacts, sealedInbound, sealedSends, seals, sealShare],
  ...[sendTime, media, webhooks, deliveries, watchers, processes, firstPage, peers],
]
