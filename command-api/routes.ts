import type { ApiRoute } from '@recado/infra/http/api-route'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { PROVIDERS } from '@recado/infra/providers/providers'
import type { FastifyInstance } from 'fastify'
import { changeProfileRoute } from './connections/change-profile.ts'
import { createContactRoute } from './contacts/create-contact.ts'
import { editContactRoute } from './contacts/edit-contact.ts'
import { eraseContactRoute } from './contacts/erase-contact.ts'
import { mergeContactsRoute } from './contacts/merge-contacts.ts'
import { unmergeContactRoute } from './contacts/unmerge-contact.ts'
import { editConversationRoute } from './conversations/edit-conversation.ts'
import { dashboardCommandRoutes } from './dashboard/routes.ts'
import type { CommandDeps } from './deps.ts'
import { providerHooks } from './hooks/provider-hooks.ts'
import { saleHook } from './hooks/sale-hook.ts'
import { SALE_PLATFORMS } from './hooks/sale-platforms.ts'
import { deleteMediaRoute } from './media/delete-media.ts'
import { uploadMediaRoute } from './media/upload-media.ts'
import { markReadRoute } from './messages/mark-read.ts'
import { sendInteractiveRoute } from './messages/send-interactive.ts'
import { sendMediaRoute } from './messages/send-media.ts'
import { sendMessageRoute } from './messages/send-message-route.ts'
import { sendTemplateRoute } from './messages/send-template.ts'
import { sendTextRoute } from './messages/send-text.ts'
import { operatorRoutes } from './operator/operator-routes.ts'
import { addStageRoute } from './stages/add-stage.ts'
import { editStageRoute } from './stages/edit-stage.ts'
import { removeStageRoute } from './stages/remove-stage.ts'
import { configureWebhookRoute } from './webhooks/configure-webhook.ts'
import { deactivateWebhookRoute } from './webhooks/deactivate-webhook.ts'
import { recoverWebhookRoute } from './webhooks/recover-webhook.ts'
import { redeliverRoute } from './webhooks/redeliver.ts'
import { testWebhookRoute } from './webhooks/test-webhook.ts'

/** A route for the POSTs of providers or shops: outside the API, with parsers and checks of its own. */
export type Hook = (app: FastifyInstance, deps: CommandDeps) => void

export type CommandRoutes = {
  /** Below /api/v1, with an API key. */
  readonly api: readonly ApiRoute<CommandDeps>[]
  /** Below /dashboard/v1, together with all of `api`, with a session. */
  readonly dashboard: readonly ApiRoute<CommandDeps>[]
  /** Below /operator/v1, with the operator's token. */
  readonly operator: readonly ApiRoute<CommandDeps>[]
  /** Each registered in a Fastify context of its own. */
  readonly hooks: readonly Hook[]
}

/** Every command route, in documentation order. */
export function commandRoutesOf(providers: ProviderKinds): CommandRoutes {
  return {
    api: [
      changeProfileRoute,
      createContactRoute,
      editContactRoute,
      eraseContactRoute,
      mergeContactsRoute,
      unmergeContactRoute,
      addStageRoute,
      editStageRoute,
      removeStageRoute,
      editConversationRoute,
      sendMessageRoute,
      sendTextRoute,
      sendMediaRoute,
      sendTemplateRoute,
      sendInteractiveRoute,
      markReadRoute,
      uploadMediaRoute,
      deleteMediaRoute,
      configureWebhookRoute,
      deactivateWebhookRoute,
      redeliverRoute,
      recoverWebhookRoute,
      testWebhookRoute,
    ],
    dashboard: dashboardCommandRoutes(providers),
    operator: operatorRoutes(providers),
    hooks: [providerHooks, ...SALE_PLATFORMS.map(saleHook)],
  }
}

export const commandRoutes = commandRoutesOf(PROVIDERS)
