import { translateGraphApi } from '@recado/translation/graph-api/translate'
import type { Provider, ProviderCalls, ProviderDeps } from '../provider.ts'
import { changeProfile, readProfile } from './business-profile.ts'
import { graphCapabilities } from './capabilities.ts'
import { openGraphCalls } from './graph-calls.ts'
import { connectGraphApi } from './graph-client.ts'
import { graphHook } from './hook.ts'
import { listTemplates } from './list-templates.ts'
import { markRead } from './mark-read.ts'
import { graphMedia } from './media.ts'
import { messageBody } from './message-body.ts'
import { GRAPH_EVENTS } from './native-events.ts'
import { prepareSend } from './prepare-send.ts'
import { readHealth } from './read-health.ts'
import { readNumber } from './read-number.ts'
import { graphRegistration } from './registration.ts'
import { sampleGraphEvent } from './sample-event.ts'

export const graphApi: Provider = {
  type: 'official',
  capabilities: graphCapabilities,
  nativeEvents: GRAPH_EVENTS,
  sampleEvent: sampleGraphEvent,
  templateEvents: /^(message_template_|template_)/,
  registration: graphRegistration,
  credentialsAreReplaced: true,
  hook: graphHook,
  translate: translateGraphApi,
  // Meta's default throughput; `readNumber` reports another one.
  sends: { perSecond: 80, reachesBy: 'business_scoped_user_id' },
  requestOf: messageBody,
  open,
}

function open({ config, vault }: ProviderDeps): ProviderCalls {
  const client = connectGraphApi({
    baseUrl: config.GRAPH_API_URL,
    version: config.GRAPH_API_VERSION,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
  // A separate pool: large media never delay a send.
  const calls = openGraphCalls({ config, vault })
  return {
    prepare: prepareSend(client, vault),
    markRead: (connection, id, isTyping) => markRead(calls, connection, id, isTyping),
    media: graphMedia(calls),
    profile: {
      read: (connection) => readProfile(calls, connection),
      change: (connection, changes) => changeProfile(calls, connection, changes),
    },
    health: (connection) => readHealth(calls, connection),
    templates: { list: (connection) => listTemplates(calls, connection) },
    readNumber: (connection) => readNumber(calls, connection),
    async close() {
      await Promise.all([client.close(), calls.close()])
    },
  }
}
