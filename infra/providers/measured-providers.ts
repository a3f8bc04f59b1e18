import type { ErrorClass } from '@recado/translation/graph-api/error-classes'
import { Histogram, type Registry } from 'prom-client'
import type { OpenProvider, Providers } from './provider.ts'

/** The error classes used as labels. Others count as `other`, so the metric keeps few values. */
const CLASSES: Readonly<Record<ErrorClass | 'unknown', true>> = {
  auth: true,
  invalid: true,
  retry: true,
  throttle: true,
  blocked: true,
  undeliverable: true,
  window_closed: true,
  media: true,
  identity_changed: true,
  unknown: true,
}

/** Begins to time a call; the returned function ends it with its outcome. */
type Begin = (call: string) => (outcome: string) => void

/** The same providers, with a histogram of their calls by provider, call and outcome. */
export function measureProviders(providers: Providers, registry: Registry): Providers {
  const seconds = new Histogram({
    name: 'recado_provider_call_seconds',
    help: 'Calls of providers, by what came of them: ok, gone, the class of the error, or thrown.',
    labelNames: ['provider', 'call', 'outcome'] as const,
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  const beginOf =
    (provider: string): Begin =>
    (call) => {
      const end = seconds.startTimer({ provider, call })
      return (outcome) => void end({ outcome })
    }
  return new Map([...providers].map(([type, one]) => [type, measureProvider(one, beginOf(type))]))
}

function measureProvider(provider: OpenProvider, begin: Begin): OpenProvider {
  const { prepare, markRead, media, profile, health, templates, readNumber, ensureSession } =
    provider
  const { pairing, gateways } = provider
  const timed = timeCalls(begin)
  return {
    ...provider,
    ...(prepare && { prepare: measureSend(prepare, timed) }),
    ...(markRead && { markRead: timed('mark_read', markRead) }),
    ...(media && {
      media: {
        upload: timed('media_upload', media.upload),
        info: timed('media_info', media.info),
        download: timed('media_download', media.download),
        delete: timed('media_delete', media.delete),
      },
    }),
    ...(profile && {
      profile: {
        read: timed('profile_read', profile.read),
        change: timed('profile_change', profile.change),
      },
    }),
    ...(health && { health: timed('health', health) }),
    ...(templates && { templates: { list: timed('templates_list', templates.list) } }),
    ...(readNumber && { readNumber: timed('read_number', readNumber) }),
    ...(ensureSession && { ensureSession: timed('ensure_session', ensureSession) }),
    ...(gateways && {
      gateways: {
        ...gateways,
        probe: timed('probe', gateways.probe),
        endSession: timed('end_session', gateways.endSession),
      },
    }),
    ...(pairing && {
      pairing: {
        read: timed('pairing_read', pairing.read),
        act: timed('pairing_act', pairing.act),
        requestCode: timed('pairing_code', pairing.requestCode),
      },
    }),
  }
}

/** Preparing calls nobody, so only the send itself is timed. */
function measureSend(
  prepare: NonNullable<OpenProvider['prepare']>,
  timed: ReturnType<typeof timeCalls>,
): NonNullable<OpenProvider['prepare']> {
  return async (...asked) => {
    const ready = await prepare(...asked)
    return 'send' in ready ? { ...ready, send: timed('send', ready.send) } : ready
  }
}

function timeCalls(begin: Begin) {
  return <Asked extends unknown[], Result>(
    call: string,
    work: (...asked: Asked) => Promise<Result>,
  ) =>
    async (...asked: Asked): Promise<Result> => {
      const end = begin(call)
      try {
        const result = await work(...asked)
        end(outcomeOf(result))
        return result
      } catch (error) {
        end('thrown')
        throw error
      }
    }
}

function outcomeOf(result: unknown): string {
  if (typeof result !== 'object' || result === null) return 'ok'
  if ('kind' in result && result.kind === 'gone') return 'gone'
  if (!('error' in result)) return 'ok'
  const { class: its } = result.error as { class: string }
  return Object.hasOwn(CLASSES, its) ? its : 'other'
}
