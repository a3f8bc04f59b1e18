import type { Provider, ProviderCalls, ProviderDeps } from '@recado/infra/providers/provider'
import { ensureNumber } from './ensure-number.ts'
import { loopHook } from './hook.ts'
import { loopCall } from './loop-call.ts'
import { loopMedia } from './media.ts'
import { prepareSend } from './prepare-send.ts'
import { loopRegistration } from './registration.ts'
import { translateLoop } from './translate.ts'

/** A third provider: a network on this machine, without templates, health or profiles. */
export function loopback(networkUrl: string): Provider {
  return {
    type: 'loopback',
    capabilities: {
      provider: 'loopback',
      message_types: ['text', 'image'],
      actions: ['send', 'mark_read', 'media_upload', 'media_get', 'media_download', 'media_delete'],
    },
    nativeEvents: ['loop.message', 'loop.status', 'loop.number'],
    registration: loopRegistration,
    hook: loopHook,
    translate: translateLoop,
    sends: { perSecond: 100, reachesBy: 'lid', onlyConnected: true },
    open: (world) => open(networkUrl, world),
  }
}

function open(networkUrl: string, world: ProviderDeps): ProviderCalls {
  const call = loopCall(networkUrl)
  return {
    prepare: prepareSend(call),
    markRead: (_, id) => call('POST', `/read/${id}`),
    media: loopMedia(networkUrl, call),
    ensureSession: (connection) => ensureNumber(call, world, connection),
    close: async () => undefined,
  }
}
