import type { ApiRoute } from '@recado/infra/http/api-route'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import type { CommandDeps } from '../deps.ts'
import { awaitRegistry } from '../routing/await-registry.ts'
import { createApiKeyRoute } from './api-keys/create-api-key.ts'
import { revealApiKeyRoute } from './api-keys/reveal-api-key.ts'
import { revokeOwnApiKeyRoute } from './api-keys/revoke-api-key.ts'
import { revokeKeysOfUserRoute } from './api-keys/revoke-keys-of-user.ts'
import { addConnectionRoute } from './connections/add-connection.ts'
import { pairConnectionRoute } from './connections/pair-connection.ts'
import { requestPairingCodeRoute } from './connections/request-pairing-code.ts'
import { dashboardEraseContactRoute } from './contacts/erase-contact.ts'
import { changePasswordRoute } from './session/change-password.ts'
import { setUpRoute } from './session/set-up.ts'
import { signInRoute } from './session/sign-in.ts'
import { signOutEverywhereRoute, signOutRoute } from './session/sign-out.ts'
import { changeRoleRoute } from './users/change-role.ts'
import { eraseUserRoute } from './users/erase-user.ts'
import { inviteUserRoute } from './users/invite-user.ts'
import { issueSetupRoute } from './users/issue-setup.ts'
import { removeUserRoute } from './users/remove-user.ts'

/** The dashboard's writes that the API does not have. */
export function dashboardCommandRoutes(providers: ProviderKinds): readonly ApiRoute<CommandDeps>[] {
  const ofRegistry = [
    signInRoute,
    signOutRoute,
    signOutEverywhereRoute,
    setUpRoute,
    changePasswordRoute,
    inviteUserRoute,
    changeRoleRoute,
    removeUserRoute,
    eraseUserRoute,
    issueSetupRoute,
    createApiKeyRoute,
    revokeOwnApiKeyRoute,
    revokeKeysOfUserRoute,
    revealApiKeyRoute,
    addConnectionRoute(providers),
    pairConnectionRoute,
    requestPairingCodeRoute,
  ]
  // The registry follows no facts about contacts.
  return [...ofRegistry.map(awaitRegistry), dashboardEraseContactRoute]
}
