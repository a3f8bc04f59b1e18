import type { ApiRoute } from '@recado/infra/http/api-route'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import type { CommandDeps } from '../deps.ts'
import { awaitRegistry } from '../routing/await-registry.ts'
import { changeGatewayRoute } from './change-gateway.ts'
import { changePlanRoute } from './change-plan.ts'
import { eraseAccountRoute, readAccountErasureRoute } from './erase-account.ts'
import { operatorEraseContactRoute, operatorShowErasureRoute } from './erase-contact.ts'
import { operatorEraseUserRoute } from './erase-user.ts'
import { giveBackEmailRoute } from './give-back-email.ts'
import { operatorInviteUserRoute } from './invite-user.ts'
import { issueApiKeyRoute } from './issue-api-key.ts'
import { listConnectionsRoute } from './list-connections.ts'
import { listGatewaysRoute } from './list-gateways.ts'
import { listParkedRoute } from './list-parked.ts'
import { listRawBytesRoute } from './list-raw-bytes.ts'
import { listSetAsidePostsRoute } from './list-set-aside-posts.ts'
import { listStoredMediaRoute } from './list-stored-media.ts'
import { listSuspendedSendsRoute } from './list-suspended-sends.ts'
import { moveConnectionRoute } from './move-connection.ts'
import { openAccountRoute } from './open-account.ts'
import { registerConnectionRoute } from './register-connection.ts'
import { registerGatewayRoute } from './register-gateway.ts'
import { releaseConnectionRoute } from './release-connection.ts'
import { removeGatewayRoute } from './remove-gateway.ts'
import { replaceCredentialsRoute } from './replace-credentials.ts'
import { replayFactsRoute } from './replay-facts.ts'
import { retryAllParkedRoute, retryParkedRoute } from './retry-parked.ts'
import { revokeApiKeyRoute } from './revoke-api-key.ts'
import {
  giveUpSuspendedSendRoute,
  giveUpSuspendedSendsRoute,
  releaseSuspendedSendRoute,
  releaseSuspendedSendsRoute,
} from './settle-suspended-sends.ts'
import { showAccountRoute } from './show-account.ts'
import { showStatusRoute } from './show-status.ts'
import { unmergeContactRoute } from './unmerge-contact.ts'

/** All routes of the operator. */
export function operatorRoutes(providers: ProviderKinds): readonly ApiRoute<CommandDeps>[] {
  const ofRegistry = [
    openAccountRoute,
    showAccountRoute,
    changePlanRoute,
    eraseAccountRoute,
    readAccountErasureRoute,
    issueApiKeyRoute,
    revokeApiKeyRoute,
    operatorInviteUserRoute,
    giveBackEmailRoute,
    operatorEraseUserRoute,
    registerConnectionRoute(providers),
    listConnectionsRoute,
    replaceCredentialsRoute,
    releaseConnectionRoute,
    moveConnectionRoute,
    registerGatewayRoute,
    listGatewaysRoute,
    changeGatewayRoute,
    removeGatewayRoute,
    showStatusRoute,
    listParkedRoute,
    listSetAsidePostsRoute,
    listRawBytesRoute,
    listStoredMediaRoute,
    retryParkedRoute,
    retryAllParkedRoute,
    replayFactsRoute,
    listSuspendedSendsRoute,
    releaseSuspendedSendRoute,
    releaseSuspendedSendsRoute,
    giveUpSuspendedSendRoute,
    giveUpSuspendedSendsRoute,
  ]
  // The registry follows no facts about contacts, so waiting for it to reach one would take the whole limit.
  const ofContacts = [unmergeContactRoute, operatorEraseContactRoute, operatorShowErasureRoute]
  return [...ofRegistry.map(awaitRegistry), ...ofContacts]
}
