import type { ApiRoute } from '@recado/infra/http/api-route'
import type { ServedDeps } from '../deps.ts'
import { getActivity } from './activity/get-activity.ts'
import { getActivityCsv } from './activity/get-activity-csv.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { getPairing } from './connections/get-pairing.ts'
import { getContactBackground } from './contacts/get-background.ts'
import { getFact } from './facts/get-fact.ts'
import { getStream } from './facts/get-stream.ts'
import { listFacts } from './facts/list-facts.ts'
import { followFacts } from './live/follow-facts.ts'
import { dashboardOpenapiRoute } from './openapi-route.ts'
import { getTranslation } from './raw-events/get-translation.ts'
import { listRawEvents } from './raw-events/list-raw-events.ts'
import { getSession } from './session/get-session.ts'
import { getSystem } from './system/get-system.ts'
import { getTemplateTexts } from './templates/get-template-texts.ts'
import { listUsers } from './users/list-users.ts'
import { listEndpointQueues } from './webhooks/list-endpoint-queues.ts'

/** The dashboard's reads beyond those of the API. */
export const dashboardQueryRoutes: readonly ApiRoute<ServedDeps>[] = [
  getSession,
  listUsers,
  listApiKeys,
  listRawEvents,
  getTranslation,
  getContactBackground,
  getPairing,
  getTemplateTexts,
  listEndpointQueues,
  followFacts,
  listFacts,
  getFact,
  getStream,
  getSystem,
  dashboardOpenapiRoute,
  getActivity,
  getActivityCsv,
]
